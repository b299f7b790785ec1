#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "data/interaction_layout.h"
#include "data/text_fields.h"
#include "honestrank/base/error.h"
#include "honestrank/data/column_names.h"
#include "honestrank/data/read_interactions.h"

namespace honestrank {

/// What a header in words we do not know, or none, may stand over: user, item, rating, timestamp.
constexpr std::size_t kMostByPosition = 4;

/// One line cut into fields, with the memory its views need.
struct SplitLine {
  std::vector<std::string_view> fields;
  std::vector<std::string> unquoted;
  bool complete = true;

  SplitLine(std::string_view line, FieldSeparator separator) {
    complete = split_fields(line, separator, fields, unquoted);
  }
};

/// The first line that is not blank, for messages about the file's layout.
struct FirstLine {
  const std::string& file;
  std::size_t number;

  [[noreturn]] void fail(const std::string& what) const { throw ParseError(file, number, what); }
};

/// Names of a header in plain form.
std::vector<std::string> plain_names(const std::vector<std::string_view>& header);

/// The likeliest column of a role among names in plain form; ParserLayout::kNoColumn if there is
/// none.
std::size_t find_name(const std::vector<std::string>& plain, ColumnRole role);

/// Finds out which column of a table holds what: what options fix comes first, then the names of
/// `layout.header`, which are `first`, then places. `data` is a sample of the other lines.
///
/// Throws ParseError where users or items could stand in several columns: what is guessed wrong
/// would be ranked without a word.
void assign_columns(ParserLayout& layout, const std::vector<std::string_view>& first,
                    const std::vector<SplitLine>& data, const FirstLine& where,
                    const ReadInteractionsOptions& options);

}  // namespace honestrank

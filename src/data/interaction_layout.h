#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "data/text_fields.h"
#include "honestrank/data/read_interactions.h"

namespace honestrank {

/// What the parser needs to know of a file. Columns are counted from 0; kNoColumn: there is none.
struct ParserLayout {
  static constexpr std::size_t kNoColumn = static_cast<std::size_t>(-1);

  InteractionFormat format = InteractionFormat::table;
  FieldSeparator separator = FieldSeparator::tab;
  bool header = false;
  std::size_t columns = 0;
  std::size_t user = 0;
  std::size_t item = 1;
  std::size_t rating = kNoColumn;
  std::size_t timestamp = kNoColumn;
  bool perhaps_lists = false;  ///< taken for a table, but short lists would look the same
};

/// Tells the layout from the first lines of the file `name` and from what `options` fixes.
/// Throws ParseError where the text cannot be an interaction file.
ParserLayout detect_layout(std::string_view first_text, const std::string& name,
                           const ReadInteractionsOptions& options);

InteractionLayout public_layout(const ParserLayout& layout, TextEncoding encoding);

/// The separator that an option names. Throws InputError for any other text.
FieldSeparator separator_from_option(const std::string& separator);

/// Throws ParseError if the first bytes are those of a known binary format.
void reject_binary(std::string_view first_text, const std::string& name);

/// The separator that cuts the most lines of `lines` into the same number of fields, at least two.
/// Falls back to white space.
FieldSeparator detect_separator(const std::vector<std::string_view>& lines);

/// Up to `most` lines of `text` that are not blank, without line ends.
std::vector<std::string_view> first_lines(std::string_view text, std::size_t most);

/// On which line of `text`, from 1, the view `line` into it starts.
std::size_t line_number(std::string_view text, std::string_view line) noexcept;

/// Whether a text is the name of a column of users or items that nobody would take for an id
/// itself: `user_id`, not `book` or `u`.
bool names_only_a_column(std::string_view name);

}  // namespace honestrank

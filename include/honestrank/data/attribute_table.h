#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "honestrank/data/id_map.h"
#include "honestrank/data/text_column.h"

namespace honestrank {

/// What is known of users or of items: a table of text, one row an id.
struct AttributeTable {
  IdMap ids;                        ///< one per row, in file order
  std::vector<std::string> names;   ///< of the columns other than the id
  std::vector<TextColumn> columns;  ///< one per name; UTF-8

  /// The column called `name`. Throws InputError that lists the names there are.
  const TextColumn& column(std::string_view name) const;
};

struct ReadAttributesOptions {
  std::string separator{};  ///< as for interactions; empty: detected

  /// Whether the first line names the columns. None: detected, where it starts with a word like
  /// id or with a word above numbers.
  std::optional<bool> header{};

  /// Names of all columns, the id's included; empty: those of the header, or column_2, ...
  std::vector<std::string> names{};
};

/// Reads a table of user or item attributes: MovieLens users.dat, movies.dat, u.user, u.item,
/// RecBole `.user` and `.item`, any csv or tsv; the id is the first column. A file that is not
/// UTF-8 is read as Latin-1.
///
/// Throws ParseError with file and line for a wrong number of fields, an empty id or an id that
/// appears twice.
AttributeTable read_attributes(const std::filesystem::path& path,
                               const ReadAttributesOptions& options = {});
AttributeTable parse_attributes(std::span<const char> bytes, const std::string& name,
                                const ReadAttributesOptions& options = {});

/// Writes a table with a header, tab separated. Throws InputError for text with tabs or line ends.
void write_attributes(const std::filesystem::path& path, const AttributeTable& table);

/// Columns by whether their values tell groups of rows apart. An empty field is no value.
struct ColumnKinds {
  std::vector<std::string> shared;    ///< several values, which rows share
  std::vector<std::string> distinct;  ///< hardly any value is shared: titles and the like
  std::vector<std::string> constant;  ///< one value, or none
};
ColumnKinds column_kinds(const AttributeTable& table);

/// The parts of a field that holds several values, as in `Animation|Comedy`.
std::vector<std::string_view> split_values(std::string_view field, char separator = '|');

}  // namespace honestrank

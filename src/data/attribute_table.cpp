#include "honestrank/data/attribute_table.h"

#include <algorithm>
#include <utility>

#include "data/interaction_layout.h"
#include "data/line_reader.h"
#include "data/text_encoding.h"
#include "honestrank/base/error.h"
#include "honestrank/data/output_file.h"

namespace honestrank {
namespace {

std::vector<std::string> fields_of(std::string_view line, FieldSeparator separator) {
  std::vector<std::string_view> fields;
  std::vector<std::string> unquoted;
  split_fields(line, separator, fields, unquoted);
  return {fields.begin(), fields.end()};
}

/// `id`, `user_id`, `movieId:token` and the like open a header; an id does not look like this.
bool names_an_id(const std::string& field) {
  std::string name = to_lower(field.substr(0, field.find(':')));
  return name == "id" || name == "user" || name == "item" || name.ends_with("_id") ||
         (name.size() > 2 && name.ends_with("id") &&
          std::all_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; }));
}

AttributeTable attributes_from(ChunkReader& reader, const ReadAttributesOptions& options) {
  reject_binary(reader.first_text(), reader.name());
  const auto sample = first_lines(reader.first_text(), 1000);
  if (sample.empty()) throw ParseError(reader.name(), 0, "expected attributes; got an empty file");
  const FieldSeparator separator =
      options.separator.empty() ? detect_separator(sample) : separator_from_option(options.separator);
  const std::vector<std::string> first = fields_of(sample.front(), separator);
  const bool header = options.header.value_or(names_an_id(first.front()));

  AttributeTable table;
  for (std::size_t column = 1; column < first.size(); ++column) {
    // RecBole puts a type behind the name: age:float.
    table.names.push_back(header ? first[column].substr(0, first[column].find(':'))
                                 : "column_" + std::to_string(column + 1));
  }
  if (!options.names.empty()) {
    if (options.names.size() != first.size()) {
      throw ParseError(reader.name(), 1, "expected " + std::to_string(options.names.size()) +
                                             " columns as named; got " + std::to_string(first.size()));
    }
    table.names.assign(options.names.begin() + 1, options.names.end());
  }

  // Which encoding the file has is known only at its end, so the text is kept as it is first.
  bool utf8 = true;
  std::vector<std::vector<std::string>> rows;
  std::vector<std::size_t> lines;
  bool skip = header;
  for_each_row(reader, separator, first.size(), [&](const FieldLine& line) {
    if (std::exchange(skip, false)) return;
    if (line.fields.front().empty()) line.fail("expected an id; got an empty field");
    for (const std::string_view field : line.fields) utf8 = utf8 && is_utf8(field);
    rows.emplace_back(line.fields.begin(), line.fields.end());
    lines.push_back(line.line);
  });

  table.columns.resize(table.names.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::string& field : rows[row]) {
      if (utf8) continue;
      if (!is_latin1(field)) {
        throw ParseError(reader.name(), lines[row],
                         "expected UTF-8 or Latin-1 text; got " + quoted_for_message(field));
      }
      field = utf8_from_latin1(field);
    }
    if (table.ids.add(rows[row].front()) != row) {
      throw ParseError(reader.name(), lines[row], "expected each id once; got " +
                                                      quoted_for_message(rows[row].front()) + " again");
    }
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
      table.columns[column].push_back(rows[row][column + 1]);
    }
  }
  return table;
}

void append_field(std::string& text, std::string_view field) {
  if (field.find_first_of("\t\n\r") != std::string_view::npos) {
    throw InputError("write_attributes: expected text without tabs and line ends; got " +
                     quoted_for_message(field));
  }
  text += field;
}

}  // namespace

const TextColumn& AttributeTable::column(std::string_view name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found != names.end()) return columns[static_cast<std::size_t>(found - names.begin())];
  std::string known;
  for (const std::string& other : names) known += (known.empty() ? "" : ", ") + other;
  throw InputError("AttributeTable: expected one of the columns " + known + "; got " +
                   quoted_for_message(name));
}

AttributeTable read_attributes(const std::filesystem::path& path, const ReadAttributesOptions& options) {
  return attributes_from(*ChunkReader::open(path), options);
}

AttributeTable parse_attributes(std::span<const char> bytes, const std::string& name,
                                const ReadAttributesOptions& options) {
  ChunkReader reader(bytes_in_memory(bytes, name), name);
  return attributes_from(reader, options);
}

void write_attributes(const std::filesystem::path& path, const AttributeTable& table) {
  OutputFile file(path);
  std::string text = "id";
  for (const std::string& name : table.names) append_field(text += '\t', name);
  text += '\n';
  for (std::size_t row = 0; row < table.ids.size(); ++row) {
    append_field(text, table.ids[row]);
    for (const TextColumn& column : table.columns) append_field(text += '\t', column[row]);
    text += '\n';
    file.write(std::exchange(text, {}));
  }
  file.write(text);
  file.commit();
}

std::vector<std::string_view> split_values(std::string_view field, char separator) {
  std::vector<std::string_view> values;
  while (!field.empty()) {
    const std::size_t end = std::min(field.find(separator), field.size());
    if (end != 0) values.push_back(field.substr(0, end));
    field.remove_prefix(std::min(end + 1, field.size()));
  }
  return values;
}

}  // namespace honestrank

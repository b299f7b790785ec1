#include "honestrank/data/attribute_table.h"

#include <algorithm>
#include <set>
#include <utility>

#include "data/field_writer.h"
#include "data/interaction_layout.h"
#include "data/line_reader.h"
#include "data/movielens_columns.h"
#include "data/numbers.h"
#include "data/text_encoding.h"
#include "honestrank/base/error.h"
#include "honestrank/data/output_file.h"

namespace honestrank {
namespace {

/// `id`, `user_id`, `movieId:token` and the like open a header; an id does not look like this.
bool names_an_id(const std::string& field) {
  const std::string name = field.substr(0, field.find(':'));
  const std::string lower = to_lower(name);
  const bool letters =
      std::all_of(lower.begin(), lower.end(), [](char c) { return c >= 'a' && c <= 'z'; });
  return lower == "id" || lower.ends_with("_id") ||
         (letters && (name.ends_with("Id") || name.ends_with("ID"))) || names_only_a_column(lower);
}

/// Whether all lines but the first start with a number, and the first with a word.
bool is_word_over_numbers(const std::vector<std::string_view>& lines, FieldSeparator separator) {
  std::vector<std::string_view> fields;
  std::vector<std::string> unquoted;
  const auto starts_with_number = [&](std::string_view line) {
    split_fields(line, separator, fields, unquoted);
    return !fields.empty() && parse_double(fields.front()).has_value();
  };
  return lines.size() > 1 && !starts_with_number(lines.front()) &&
         std::all_of(lines.begin() + 1, lines.end(), starts_with_number);
}

AttributeTable attributes_from(ChunkReader& reader, const ReadAttributesOptions& options) {
  reject_binary(reader.first_text(), reader.name());
  const auto sample = first_lines(reader.first_text(), 1000);
  if (sample.empty()) throw ParseError(reader.name(), 0, "expected attributes; got an empty file");
  const FieldSeparator separator = options.separator.empty()
                                       ? detect_separator(sample)
                                       : separator_from_option(options.separator);
  const std::size_t first_line = line_number(reader.first_text(), sample.front());
  std::vector<std::string_view> views;
  std::vector<std::string> unquoted;
  if (!split_fields(sample.front(), separator, views, unquoted)) {
    throw ParseError(reader.name(), first_line,
                     "expected a closing quote on the same line; got none");
  }
  const std::vector<std::string> first(views.begin(), views.end());
  const bool header = options.header.value_or(names_an_id(first.front()) ||
                                              is_word_over_numbers(sample, separator));

  AttributeTable table;
  for (std::size_t column = 1; column < first.size(); ++column) {
    // RecBole puts a type behind the name: age:float.
    table.names.push_back(header ? first[column].substr(0, first[column].find(':'))
                                 : "column_" + std::to_string(column + 1));
  }
  if (const auto known = movielens_columns(reader.name(), first.size());
      !header && !known.empty()) {
    table.names.assign(known.begin() + 1, known.end());
  }
  if (!options.names.empty()) {
    if (options.names.size() != first.size()) {
      throw ParseError(reader.name(), first_line,
                       "expected " + std::to_string(options.names.size()) +
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
    for (const std::string_view field : line.fields) utf8 = utf8 && is_utf8(field);
    if (std::exchange(skip, false)) return;
    if (line.fields.front().empty()) line.fail("expected an id; got an empty field");
    rows.emplace_back(line.fields.begin(), line.fields.end());
    lines.push_back(line.line);
  });

  const auto decode = [&](std::string& field, std::size_t line) {
    if (utf8) return;
    if (!is_latin1(field)) {
      throw ParseError(reader.name(), line,
                       "expected UTF-8 or Latin-1 text; got " + quoted_for_message(field));
    }
    field = utf8_from_latin1(field);
  };
  if (options.names.empty()) {
    for (std::string& name : table.names) decode(name, first_line);
  }
  table.columns.resize(table.names.size());
  for (std::size_t row = 0; row < rows.size(); ++row) {
    for (std::string& field : rows[row]) decode(field, lines[row]);
    if (table.ids.add(rows[row].front()) != row) {
      throw ParseError(
          reader.name(), lines[row],
          "expected each id once; got " + quoted_for_message(rows[row].front()) + " again");
    }
    for (std::size_t column = 0; column < table.columns.size(); ++column) {
      table.columns[column].push_back(rows[row][column + 1]);
    }
  }
  return table;
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

AttributeTable read_attributes(const std::filesystem::path& path,
                               const ReadAttributesOptions& options) {
  return attributes_from(*ChunkReader::open(path), options);
}

AttributeTable parse_attributes(std::span<const char> bytes, const std::string& name,
                                const ReadAttributesOptions& options) {
  ChunkReader reader(bytes_in_memory(bytes, name), name);
  return attributes_from(reader, options);
}

void write_attributes(const std::filesystem::path& path, const AttributeTable& table) {
  // A file of ids alone has no tabs and is read as words.
  const FieldWriter fields(
      "write_attributes", table.columns.empty() ? FieldSeparator::whitespace : FieldSeparator::tab);
  OutputFile file(path);
  fmt::memory_buffer text;
  const auto append_next = [&](std::string_view field) {
    text.push_back('\t');
    fields.append(text, field);
  };
  const auto end_line = [&] {
    text.push_back('\n');
    file.write({text.data(), text.size()});
    text.clear();
  };
  text.append(std::string_view("id"));
  for (const std::string& name : table.names) append_next(name);
  end_line();
  for (std::size_t row = 0; row < table.ids.size(); ++row) {
    fields.append_id(text, table.ids[row]);
    for (const TextColumn& column : table.columns) append_next(column[row]);
    end_line();
  }
  file.commit();
}

ColumnKinds column_kinds(const AttributeTable& table) {
  ColumnKinds kinds;
  for (std::size_t i = 0; i < table.names.size(); ++i) {
    std::set<std::string_view> values;
    std::size_t rows = 0;
    for (std::size_t row = 0; row < table.ids.size(); ++row) {
      const std::string_view value = table.columns[i][row];
      if (value.empty()) continue;
      values.insert(value);
      ++rows;
    }
    auto& kind = values.size() < 2          ? kinds.constant
                 : 2 * values.size() < rows ? kinds.shared
                                            : kinds.distinct;
    kind.push_back(table.names[i]);
  }
  return kinds;
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

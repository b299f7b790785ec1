#include "data/interaction_layout.h"

#include <algorithm>
#include <array>
#include <map>

#include "data/column_assignment.h"
#include "data/numbers.h"
#include "honestrank/base/error.h"
#include "honestrank/data/column_names.h"

namespace honestrank {
namespace {

constexpr std::size_t kNone = ParserLayout::kNoColumn;
constexpr std::size_t kSampleLines = 1000;

/// Whether the first line names columns rather than holding data.
bool is_header(const SplitLine& first, const std::vector<SplitLine>& rest) {
  if (std::any_of(first.fields.begin(), first.fields.end(), is_number)) return false;
  if (std::any_of(first.fields.begin(), first.fields.end(), names_only_a_column)) return true;
  const std::vector<std::string> names = plain_names(first.fields);
  if (find_name(names, ColumnRole::user) != kNone && find_name(names, ColumnRole::item) != kNone) {
    return true;
  }
  // Words over numbers: the third column, or each of two, is a number below the first line.
  const bool rated = first.fields.size() >= 3;
  if (rest.empty() || (rated && parse_timestamp(first.fields[2]))) return false;
  return std::all_of(rest.begin(), rest.end(), [&](const SplitLine& line) {
    if (rated) return line.fields.size() >= 3 && is_number(line.fields[2]);
    return std::all_of(line.fields.begin(), line.fields.end(), is_number);
  });
}

bool is_candidate_line(std::string_view line) {
  return line.front() == '(' && line.find(',') < line.find(')') &&
         line.find(')') != std::string_view::npos;
}

/// Lines of white space separated fields whose number varies freely: user item item ... A table
/// with a few broken lines must not pass for this, so most lines have to differ from the most
/// common number and some line must be longer than any table we know.
bool are_lists(const std::vector<std::string_view>& lines) {
  std::map<std::size_t, std::size_t> lines_with;
  for (const std::string_view line : lines) {
    ++lines_with[SplitLine(line, FieldSeparator::whitespace).fields.size()];
  }
  std::size_t most_common = 0;
  for (const auto& [fields, count] : lines_with) most_common = std::max(most_common, count);
  return lines_with.rbegin()->first > 4 && 10 * most_common < 8 * lines.size();
}

}  // namespace

std::vector<std::string_view> first_lines(std::string_view text, std::size_t most) {
  std::vector<std::string_view> lines;
  while (!text.empty() && lines.size() < most) {
    const std::size_t end = text.find('\n');
    const std::string_view line = without_line_end(text.substr(0, end));
    if (!is_blank(line)) lines.push_back(line);
    if (end == std::string_view::npos) break;
    text.remove_prefix(end + 1);
  }
  return lines;
}

std::size_t line_number(std::string_view text, std::string_view line) noexcept {
  return 1 + static_cast<std::size_t>(std::count(text.data(), line.data(), '\n'));
}

bool names_only_a_column(std::string_view name) {
  const std::string plain = plain_column_name(name);
  const std::vector<std::string> names = {plain};
  if (find_name(names, ColumnRole::user) == kNone && find_name(names, ColumnRole::item) == kNone) {
    return false;
  }
  return plain.ends_with("id") || plain == "user" || plain == "users" || plain == "item" ||
         plain == "items" || plain == "asin" || plain == "isbn";
}

FieldSeparator separator_from_option(const std::string& separator) {
  if (separator == "\t" || separator == "\\t" || separator == "tab") return FieldSeparator::tab;
  if (separator == ",") return FieldSeparator::comma;
  if (separator == ";") return FieldSeparator::semicolon;
  if (separator == "|") return FieldSeparator::bar;
  if (separator == "::") return FieldSeparator::double_colon;
  if (separator == " ") return FieldSeparator::whitespace;
  throw InputError("separator: expected tab, ',', ';', '|', '::' or ' '; got " +
                   quoted_for_message(separator));
}

FieldSeparator detect_separator(const std::vector<std::string_view>& lines) {
  FieldSeparator best = FieldSeparator::whitespace;
  std::size_t best_lines = 0;
  for (const auto separator :
       {FieldSeparator::tab, FieldSeparator::double_colon, FieldSeparator::comma,
        FieldSeparator::semicolon, FieldSeparator::bar, FieldSeparator::whitespace}) {
    const std::size_t wanted = SplitLine(lines.front(), separator).fields.size();
    if (wanted < 2) continue;
    const auto agreeing = static_cast<std::size_t>(std::count_if(
        lines.begin(), lines.end(),
        [&](std::string_view line) { return SplitLine(line, separator).fields.size() == wanted; }));
    if (agreeing > best_lines) {
      best = separator;
      best_lines = agreeing;
    }
  }
  return best;
}

void reject_binary(std::string_view first_text, const std::string& name) {
  struct Signature {
    std::string_view bytes;
    const char* what;
  };
  using namespace std::string_view_literals;
  static constexpr std::array<Signature, 6> kSignatures = {{
      {"PK\x03\x04"sv, "a zip archive; unpack it first"},
      {"PAR1\x15"sv, "a Parquet file; read it through the Python package"},
      {"\x93NUMPY"sv, "a numpy array"},
      {"ARROW1\0"sv, "an Arrow file; read it through the Python package"},
      {"\xFF\xFE"sv, "UTF-16; convert it to UTF-8"},
      {"\xFE\xFF"sv, "UTF-16; convert it to UTF-8"},
  }};
  for (const Signature& signature : kSignatures) {
    if (first_text.substr(0, signature.bytes.size()) == signature.bytes) {
      throw ParseError(name, 0, std::string("expected a text file; got ") + signature.what);
    }
  }
}

ParserLayout detect_layout(std::string_view first_text, const std::string& name,
                           const ReadInteractionsOptions& options) {
  reject_binary(first_text, name);
  const std::vector<std::string_view> lines = first_lines(first_text, kSampleLines);
  if (lines.empty()) throw ParseError(name, 0, "expected interactions; got an empty file");

  ParserLayout layout;
  layout.format = options.format;
  const bool free_format = options.format == InteractionFormat::automatic;
  if (free_format && is_candidate_line(lines.front()))
    layout.format = InteractionFormat::candidates;
  if (layout.format == InteractionFormat::candidates) return layout;

  layout.separator = options.separator.empty() ? detect_separator(lines)
                                               : separator_from_option(options.separator);
  if (free_format) {
    layout.perhaps_lists = layout.separator == FieldSeparator::whitespace &&
                           options.user_column.empty() && options.item_column.empty() &&
                           !options.header.has_value();
    layout.format = layout.perhaps_lists && are_lists(lines) ? InteractionFormat::lists
                                                             : InteractionFormat::table;
  }
  if (layout.format == InteractionFormat::lists) {
    layout.separator = FieldSeparator::whitespace;
    return layout;
  }

  std::vector<SplitLine> sample;
  sample.reserve(lines.size());
  for (const std::string_view line : lines) sample.emplace_back(line, layout.separator);
  layout.columns = sample.front().fields.size();
  const FirstLine where{name, line_number(first_text, lines.front())};
  if (!sample.front().complete) where.fail("expected a closing quote on the same line; got none");
  if (layout.columns < 2) {
    where.fail(
        "expected at least 2 fields (user, item); got 1; give --separator, or --layout lists");
  }
  const SplitLine first = std::move(sample.front());
  sample.erase(sample.begin());
  layout.header = options.header.value_or(is_header(first, sample));
  layout.perhaps_lists = layout.perhaps_lists && !layout.header;
  if (!layout.header) sample.emplace_back(lines.front(), layout.separator);
  const bool users_and_items_given = !options.user_column.empty() && !options.item_column.empty();
  if (!layout.header && layout.columns > kMostByPosition && !users_and_items_given) {
    where.fail(
        "expected a header that names the columns where there are more than 4; got none over " +
        std::to_string(layout.columns) + " columns; give --columns, or --layout lists");
  }
  assign_columns(layout, first.fields, sample, where, options);
  return layout;
}

InteractionLayout public_layout(const ParserLayout& layout, TextEncoding encoding) {
  const auto from_one = [](std::size_t column) { return column == kNone ? 0 : column + 1; };
  InteractionLayout result;
  result.format = layout.format;
  result.encoding = encoding;
  result.separator = text_of(layout.separator);
  if (layout.format != InteractionFormat::table) return result;
  result.header = layout.header;
  result.columns = layout.columns;
  result.user_column = from_one(layout.user);
  result.item_column = from_one(layout.item);
  result.rating_column = from_one(layout.rating);
  result.timestamp_column = from_one(layout.timestamp);
  return result;
}

std::string describe(const InteractionLayout& layout) {
  std::string text;
  if (layout.format == InteractionFormat::lists) {
    text = "one user a line: user item item ...";
  } else if (layout.format == InteractionFormat::candidates) {
    text = "one held-out pair a line: (user,item) candidate candidate ...";
  } else {
    text = describe(separator_from_option(layout.separator)) + " separated, ";
    text += layout.header ? "header, " : "no header, ";
    text += "user: column " + std::to_string(layout.user_column);
    text += ", item: column " + std::to_string(layout.item_column);
    if (layout.rating_column != 0)
      text += ", rating: column " + std::to_string(layout.rating_column);
    if (layout.timestamp_column != 0) {
      text += ", timestamp: column " + std::to_string(layout.timestamp_column);
    }
  }
  return text + (layout.encoding == TextEncoding::latin1 ? ", Latin-1" : ", UTF-8");
}

}  // namespace honestrank

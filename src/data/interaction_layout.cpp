#include "data/interaction_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>

#include "data/numbers.h"
#include "honestrank/base/error.h"

namespace honestrank {
namespace {

constexpr std::size_t kNone = ParserLayout::kNoColumn;
constexpr std::size_t kSampleLines = 1000;

// Where several columns could be meant, the name that stands first here decides; python/honestrank
// has the same order for tables.
constexpr std::array<std::string_view, 19> kUserNames = {
    "user",       "user_id",  "userid",      "uid",        "u",          "query_id",  "q_id",
    "qid",        "query",    "users",       "reviewer",   "reviewerid", "visitorid", "visitor",
    "visitor_id", "customer", "customer_id", "session_id", "sessionid"};
constexpr std::array<std::string_view, 32> kItemNames = {
    "item",     "item_id",  "itemid",      "iid",         "i",       "items",      "movie",
    "movie_id", "movieid",  "doc_id",      "docid",       "product", "product_id", "productid",
    "asin",     "artist",   "artistid",    "artist_id",   "book",    "book_id",    "bookid",
    "isbn",     "business", "business_id", "parent_asin", "song",    "song_id",    "track",
    "track_id", "trackid",  "news_id",     "article_id"};
constexpr std::array<std::string_view, 14> kRatingNames = {
    "relevance", "rel",   "grade", "gain",  "label",   "rating",    "weight",
    "count",     "value", "stars", "plays", "overall", "playcount", "score"};
constexpr std::array<std::string_view, 8> kTimestampNames = {
    "timestamp", "time", "ts", "date", "datetime", "unixreviewtime", "event_time", "created_at"};

using Fields = std::vector<std::string_view>;

/// One line cut into fields, with the memory its views need.
struct SplitLine {
  Fields fields;
  std::vector<std::string> unquoted;
  bool complete = true;

  SplitLine(std::string_view line, FieldSeparator separator) {
    complete = split_fields(line, separator, fields, unquoted);
  }
};

/// A header's field as a plain lower-case name: RecBole's `user_id:token` is `user_id`.
std::string plain_name(std::string_view field) {
  return to_lower(field.substr(0, field.find(':')));
}

template <std::size_t Count>
std::size_t find_name(const std::vector<std::string>& names,
                      const std::array<std::string_view, Count>& known) {
  for (const std::string_view name : known) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  }
  return kNone;
}

bool is_number(std::string_view field) { return parse_double(field).has_value(); }

/// Whole numbers that can only be seconds (or finer) since 1970: beyond 1973. Fractions may be
/// ratings.
bool looks_like_time(std::string_view field) {
  const auto number = parse_double(field);
  if (number && *number != std::trunc(*number)) return false;
  const auto value = parse_timestamp(field);
  return value && (*value >= 100'000'000 || !is_number(field));
}

/// The first line that is not blank, for messages about the file's layout.
struct FirstLine {
  const std::string& file;
  std::size_t number;

  [[noreturn]] void fail(const std::string& what) const { throw ParseError(file, number, what); }
};

/// The column that an option names; kNone if the option is empty.
std::size_t named_column(const std::string& option, const char* role,
                         const std::vector<std::string>& names, std::size_t columns,
                         const FirstLine& where) {
  if (option.empty()) return kNone;
  const auto found = std::find(names.begin(), names.end(), to_lower(option));
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  const auto number = parse_integer<std::size_t>(option);
  if (number && *number >= 1 && *number <= columns) return *number - 1;
  std::string known;
  for (const std::string& name : names) known += (known.empty() ? "" : ", ") + name;
  where.fail(std::string("expected a column for ") + role + " named " + quoted_for_message(option) +
             (known.empty() ? "; got " + std::to_string(columns) + " columns without names"
                            : "; got the columns " + known));
}

/// Finds rating and timestamp by their place where no name tells. Only a file without names leaves
/// meaning to position: user, item, rating, timestamp, or user, item, timestamp where the third
/// column can only be a time.
void assign_by_position(ParserLayout& layout, const std::vector<std::string>& names,
                        const std::vector<SplitLine>& data, bool named_user,
                        const ReadInteractionsOptions& options) {
  const auto taken = [&](std::size_t column) {
    return column == layout.user || column == layout.item || column == layout.rating ||
           column == layout.timestamp;
  };
  const auto every_value = [&](std::size_t column, bool (*test)(std::string_view)) {
    return !data.empty() && std::all_of(data.begin(), data.end(), [&](const SplitLine& line) {
      return line.fields.size() > column && test(line.fields[column]);
    });
  };
  const bool positional = names.empty();
  if (options.timestamp_column.empty() && layout.timestamp == kNone && positional) {
    const bool third_is_time = layout.columns == 3 && every_value(2, looks_like_time);
    if (third_is_time && !taken(2)) {
      layout.timestamp = 2;
    } else if (layout.columns >= 4 && !taken(3)) {
      layout.timestamp = 3;
    }
  }
  // A header in words we do not know may stand over columns in the usual order.
  const bool usual_order = positional || (!named_user && every_value(2, is_number));
  if (options.rating_column.empty() && layout.rating == kNone && layout.columns >= 3 && !taken(2) &&
      usual_order) {
    layout.rating = 2;
  }
}

void assign_columns(ParserLayout& layout, const std::vector<std::string>& names,
                    const std::vector<SplitLine>& data, const FirstLine& where,
                    const ReadInteractionsOptions& options) {
  // What options fix comes first, then names, then places.
  const auto fixed = [&](const std::string& option, const char* role) {
    return named_column(option, role, names, layout.columns, where);
  };
  const auto fixed_or_none = [&](const std::string& option, const char* role) {
    return to_lower(option) == "none" ? kNone : fixed(option, role);
  };
  layout.user = fixed(options.user_column, "user");
  layout.item = fixed(options.item_column, "item");
  layout.rating = fixed_or_none(options.rating_column, "rating");
  layout.timestamp = fixed_or_none(options.timestamp_column, "timestamp");
  const auto taken = [&](std::size_t column) {
    return column == layout.user || column == layout.item || column == layout.rating ||
           column == layout.timestamp;
  };
  const auto use_name = [&](std::size_t& role, const auto& known) {
    const std::size_t column = find_name(names, known);
    if (role != kNone || column == kNone || taken(column)) return;
    if (std::count(names.begin(), names.end(), names[column]) > 1) {
      where.fail("expected one column " + quoted_for_message(names[column]) +
                 "; got several; give --columns");
    }
    role = column;
  };
  const bool named_user = find_name(names, kUserNames) != kNone;
  use_name(layout.user, kUserNames);
  use_name(layout.item, kItemNames);
  if (options.rating_column.empty()) use_name(layout.rating, kRatingNames);
  if (options.timestamp_column.empty()) use_name(layout.timestamp, kTimestampNames);

  const auto first_free = [&] {
    std::size_t column = 0;
    while (taken(column)) ++column;
    return column;
  };
  if (layout.user == kNone) layout.user = first_free();
  if (layout.item == kNone) layout.item = first_free();
  if (layout.user == layout.item) {
    where.fail("expected different columns for user and item; got column " +
               std::to_string(layout.user + 1) + " for both");
  }
  if (layout.user >= layout.columns || layout.item >= layout.columns) {
    where.fail("expected columns for user and item; got none left of " +
               std::to_string(layout.columns));
  }
  assign_by_position(layout, names, data, named_user, options);
}

/// Whether the first line names columns rather than holding data.
bool is_header(const SplitLine& first, const std::vector<SplitLine>& rest) {
  if (std::any_of(first.fields.begin(), first.fields.end(), is_number)) return false;
  std::vector<std::string> names;
  for (const auto field : first.fields) names.push_back(plain_name(field));
  if (std::any_of(names.begin(), names.end(), names_only_a_column)) return true;
  if (find_name(names, kUserNames) != kNone && find_name(names, kItemNames) != kNone) return true;
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

bool names_only_a_column(const std::string& name) noexcept {
  const bool known = std::find(kUserNames.begin(), kUserNames.end(), name) != kUserNames.end() ||
                     std::find(kItemNames.begin(), kItemNames.end(), name) != kItemNames.end();
  return known && (name.ends_with("id") || name == "user" || name == "users" || name == "item" ||
                   name == "items" || name == "asin" || name == "isbn");
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
  std::vector<std::string> names;
  if (layout.header) {
    for (const auto field : first.fields) names.push_back(plain_name(field));
  } else {
    sample.emplace_back(lines.front(), layout.separator);
  }
  constexpr std::size_t kMostByPosition = 4;
  if (names.empty() && layout.columns > kMostByPosition && options.user_column.empty() &&
      options.item_column.empty()) {
    where.fail(
        "expected a header that names the columns where there are more than 4; got none over " +
        std::to_string(layout.columns) + " columns; give --columns, or --layout lists");
  }
  assign_columns(layout, names, sample, where, options);
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

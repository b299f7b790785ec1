#include "data/interaction_parser.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "data/numbers.h"
#include "kernels/delimiters.h"

namespace honestrank {
namespace {

std::string_view without_carriage_return(std::string_view field) noexcept {
  if (!field.empty() && field.back() == '\r') field.remove_suffix(1);
  return field;
}

/// Whether a field is what stands between its separators, without the rules for quotes and spaces.
bool is_plain(std::string_view field, FieldSeparator separator) noexcept {
  if (field.empty()) return separator != FieldSeparator::whitespace;
  if (field.front() == '"') return false;
  return separator == FieldSeparator::tab || (field.front() != ' ' && field.back() != ' ');
}

[[noreturn]] void fail_field_count(std::size_t line, const ParserLayout& layout, std::size_t got) {
  std::string what =
      "expected " + std::to_string(layout.columns) + " fields; got " + std::to_string(got);
  if (layout.perhaps_lists) what += "; for lists (user item item ...) give --layout lists";
  throw LineFault{line, what};
}

}  // namespace

void ParsedRows::clear() {
  user.clear();
  item.clear();
  rating.clear();
  timestamp.clear();
  lines = {};
}

std::size_t InteractionParser::parse(const Chunk& chunk, ParsedRows& rows) {
  chunk_ = chunk.index;
  switch (layout_.format) {
    case InteractionFormat::lists: return parse_lists(chunk, rows);
    case InteractionFormat::candidates: return parse_candidates(chunk, rows);
    default: return parse_table(chunk, rows);
  }
}

void InteractionParser::queue(std::string_view user, std::string_view item, ParsedRows& rows) {
  IdKey& user_key = batch_.user[batch_.count];
  IdKey& item_key = batch_.item[batch_.count];
  user_key.set_padded(user);
  item_key.set_padded(item);
  users.prefetch(user_key);
  items.prefetch(item_key);
  if (++batch_.count == Batch::kRows) flush(rows);
}

void InteractionParser::reserve(std::size_t count, ParsedRows& rows) const {
  rows.user.reserve(count);
  rows.item.reserve(count);
  if (layout_.rating != ParserLayout::kNoColumn) rows.rating.reserve(count);
  if (layout_.timestamp != ParserLayout::kNoColumn) rows.timestamp.reserve(count);
}

void InteractionParser::flush(ParsedRows& rows) {
  const std::size_t first = rows.user.size();
  const std::uint64_t place = place_of(chunk_, first);
  rows.user.resize(first + batch_.count);
  rows.item.resize(first + batch_.count);
  users.add_all(batch_.user.data(), batch_.count, place, rows.user.data() + first);
  items.add_all(batch_.item.data(), batch_.count, place, rows.item.data() + first);
  batch_.count = 0;
}

void InteractionParser::add_values(std::string_view rating, std::string_view timestamp,
                                   std::size_t line, ParsedRows& rows) const {
  if (layout_.rating != ParserLayout::kNoColumn) {
    const auto value = parse_double(rating);
    if (!value || !std::isfinite(*value)) {
      throw LineFault{line, "expected a number as rating (column " +
                                std::to_string(layout_.rating + 1) + "); got " +
                                quoted_for_message(rating)};
    }
    rows.rating.push_back(*value);
  }
  if (layout_.timestamp != ParserLayout::kNoColumn) {
    auto value = parse_digits(timestamp);
    if (!value) value = parse_timestamp(timestamp);
    if (!value) {
      throw LineFault{line, "expected a number or an ISO date as timestamp (column " +
                                std::to_string(layout_.timestamp + 1) + "); got " +
                                quoted_for_message(timestamp)};
    }
    rows.timestamp.push_back(*value);
  }
}

// One line by the full rules: quotes, spaces, messages.
void InteractionParser::parse_line(std::string_view line, std::size_t line_number,
                                   ParsedRows& rows) {
  line = without_line_end(line);
  if (is_blank(line)) {
    rows.lines.rows_from(rows.user.size() + batch_.count, line_number + 1);
    return;
  }
  if (!split_fields(line, layout_.separator, fields_, unquoted_)) {
    throw LineFault{line_number, "expected a closing quote on the same line; got none"};
  }
  if (fields_.size() != layout_.columns) fail_field_count(line_number, layout_, fields_.size());
  const auto field = [&](std::size_t column) {
    return column == ParserLayout::kNoColumn ? std::string_view() : fields_[column];
  };
  if (field(layout_.user).empty())
    throw LineFault{line_number, "expected a user id; got an empty field"};
  if (field(layout_.item).empty())
    throw LineFault{line_number, "expected an item id; got an empty field"};
  add_values(field(layout_.rating), field(layout_.timestamp), line_number, rows);
  // The fields may live in memory that the next line reuses, so they cannot wait in the batch.
  flush(rows);
  const std::uint64_t place = place_of(chunk_, rows.user.size());
  rows.user.push_back(users.add(IdKey::of(field(layout_.user)), place));
  rows.item.push_back(items.add(IdKey::of(field(layout_.item)), place));
}

std::size_t InteractionParser::parse_table(const Chunk& chunk, ParsedRows& rows) {
  const char* text = chunk.bytes.data();
  const SeparatorBytes bytes = separator_bytes(layout_.separator);
  delimiters_.resize((chunk.size + 63) / 64 * 64);
  const std::size_t found =
      kernels::find_delimiters(text, chunk.size, bytes.first, bytes.second, delimiters_.data());
  // `::` leaves two marks between fields.
  const std::size_t width = layout_.separator == FieldSeparator::double_colon ? 2 : 1;
  const std::size_t marks = width * (layout_.columns - 1) + 1;
  reserve(found / marks + 1, rows);

  std::size_t line_number = 0;
  std::size_t begin = 0;
  std::size_t mark = 0;
  const auto skip_line = [&] {
    const auto* end = static_cast<const char*>(std::memchr(text + begin, '\n', chunk.size - begin));
    const auto line_end = static_cast<std::size_t>(end - text);
    while (mark < found && delimiters_[mark] <= line_end) ++mark;
    const std::string_view line(text + begin, line_end + 1 - begin);
    begin = line_end + 1;
    return line;
  };
  if (chunk.index == 0 && layout_.header) {
    while (is_blank(without_line_end(skip_line()))) ++line_number;
    ++line_number;
  }
  rows.lines.rows_from(0, line_number);

  // A line that is nothing but plain fields has its line end exactly at the last of `marks`
  // delimiters; any other line goes through parse_line.
  std::array<std::string_view, 4> fields;  // user, item, rating, timestamp
  const auto plain_line = [&] {
    if (mark + marks > found || text[delimiters_[mark + marks - 1]] != '\n') return false;
    std::size_t from = begin;
    for (std::size_t column = 0; column < layout_.columns; ++column) {
      const std::size_t at = delimiters_[mark + width * column];
      const bool last = column + 1 == layout_.columns;
      if (!last &&
          (text[at] == '\n' || (width == 2 && delimiters_[mark + 2 * column + 1] != at + 1))) {
        return false;
      }
      std::string_view field(text + from, at - from);
      if (last) field = without_carriage_return(field);
      if (!is_plain(field, layout_.separator)) return false;
      if (column == layout_.user) fields[0] = field;
      if (column == layout_.item) fields[1] = field;
      if (column == layout_.rating) fields[2] = field;
      if (column == layout_.timestamp) fields[3] = field;
      from = at + width;
    }
    return !fields[0].empty() && !fields[1].empty();
  };

  for (; begin < chunk.size; ++line_number) {
    if (plain_line()) {
      add_values(fields[2], fields[3], line_number, rows);
      queue(fields[0], fields[1], rows);
      begin = delimiters_[mark + marks - 1] + std::size_t{1};
      mark += marks;
    } else {
      parse_line(skip_line(), line_number, rows);
    }
  }
  flush(rows);
  return line_number;
}

std::size_t InteractionParser::parse_lists(const Chunk& chunk, ParsedRows& rows) {
  std::size_t line_number = 0;
  std::string_view text = chunk.text();
  for (; !text.empty(); ++line_number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = without_line_end(text.substr(0, end));
    text.remove_prefix(end + 1);
    // Ids of lists are plain words: no quotes, any white space between them.
    std::size_t at = line.find_first_not_of(" \t");
    if (at == std::string_view::npos) continue;
    const auto next_word = [&] {
      const std::size_t stop = std::min(line.find_first_of(" \t", at), line.size());
      const std::string_view word = line.substr(at, stop - at);
      at = line.find_first_not_of(" \t", stop);
      return word;
    };
    rows.lines.rows_all_on(rows.user.size() + batch_.count, line_number);
    const std::string_view user = next_word();
    // A user without items has no row but is known.
    if (at == std::string_view::npos) {
      flush(rows);
      users.add(IdKey::of_padded(user), place_of(chunk_, rows.user.size()));
    }
    while (at != std::string_view::npos) queue(user, next_word(), rows);
  }
  flush(rows);
  return line_number;
}

bool split_candidate_line(std::string_view line, std::string_view& user, std::string_view& item,
                          std::string_view& rest) noexcept {
  const std::size_t close = line.find(')');
  if (line.empty() || line.front() != '(' || close == std::string_view::npos) return false;
  const std::string_view pair = line.substr(1, close - 1);
  const std::size_t comma = pair.find(',');
  if (comma == std::string_view::npos) return false;
  const auto trim = [](std::string_view part) {
    while (!part.empty() && part.front() == ' ') part.remove_prefix(1);
    while (!part.empty() && part.back() == ' ') part.remove_suffix(1);
    return part;
  };
  user = trim(pair.substr(0, comma));
  item = trim(pair.substr(comma + 1));
  rest = line.substr(close + 1);
  return !user.empty() && !item.empty();
}

std::size_t InteractionParser::parse_candidates(const Chunk& chunk, ParsedRows& rows) {
  std::size_t line_number = 0;
  std::string_view text = chunk.text();
  for (; !text.empty(); ++line_number) {
    const std::size_t end = text.find('\n');
    const std::string_view line = without_line_end(text.substr(0, end));
    text.remove_prefix(end + 1);
    if (is_blank(line)) continue;
    std::string_view user;
    std::string_view item;
    std::string_view rest;
    if (!split_candidate_line(line, user, item, rest)) {
      throw LineFault{line_number, "expected (user,item) followed by candidates; got " +
                                       quoted_for_message(line)};
    }
    rows.lines.rows_all_on(rows.user.size() + batch_.count, line_number);
    queue(user, item, rows);
  }
  flush(rows);
  return line_number;
}

}  // namespace honestrank

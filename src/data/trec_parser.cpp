#include "data/trec_parser.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "data/numbers.h"
#include "data/text_fields.h"
#include "kernels/delimiters.h"

namespace honestrank {
namespace {

constexpr std::size_t kMostColumns = 6;

void split_words(std::string_view line, std::vector<std::string_view>& words) {
  words.clear();
  std::size_t at = line.find_first_not_of(" \t");
  while (at != std::string_view::npos) {
    const std::size_t end = std::min(line.find_first_of(" \t", at), line.size());
    words.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(" \t", end);
  }
}

}  // namespace

void TrecRows::clear() {
  segments.clear();
  value.clear();
  key.clear();
  length.clear();
  text.clear();
  lines = {};
}

void TrecParser::add_row(std::string_view query, std::string_view document, std::string_view value,
                         std::size_t line, std::size_t chunk, TrecRows& rows) {
  const auto number = parse_double(value);
  if (!number || std::isnan(*number) || (!format_.infinite_values && std::isinf(*number))) {
    throw LineFault{line, std::string("expected a number as ") + format_.value_name + " (field " +
                              std::to_string(format_.value_column + 1) + "); got " +
                              quoted_for_message(value)};
  }
  const std::uint32_t query_number =
      queries.add(IdKey::of(query), place_of(chunk, rows.value.size()));
  if (rows.segments.empty() || rows.segments.back().query != query_number) {
    rows.segments.push_back({query_number, 0});
  }
  ++rows.segments.back().rows;
  rows.value.push_back(*number);
  rows.key.push_back(IdKey::of(document).hash);
  rows.length.push_back(static_cast<std::uint32_t>(document.size()));
  rows.text.insert(rows.text.end(), document.begin(), document.end());
}

std::size_t TrecParser::parse(const Chunk& chunk, TrecRows& rows) {
  const char* text = chunk.bytes.data();
  delimiters_.resize((chunk.size + 63) / 64 * 64);
  const std::size_t found =
      kernels::find_delimiters(text, chunk.size, ' ', '\t', delimiters_.data());
  const std::size_t marks = format_.columns;
  const std::size_t expected_rows = found / marks + 1;
  rows.value.reserve(expected_rows);
  rows.key.reserve(expected_rows);
  rows.length.reserve(expected_rows);
  // The documents are a part of each line; 2/3 leaves room for all but the longest names.
  rows.text.reserve(chunk.size * 2 / 3);

  std::size_t begin = 0;
  std::size_t mark = 0;
  std::size_t line_number = 0;
  std::array<std::string_view, kMostColumns> fields;

  // A line of exactly the expected words with single blanks between them.
  const auto plain_line = [&] {
    if (text[begin] == '#' || mark + marks > found || text[delimiters_[mark + marks - 1]] != '\n') {
      return false;
    }
    std::size_t from = begin;
    for (std::size_t column = 0; column < marks; ++column) {
      const std::size_t at = delimiters_[mark + column];
      if (at == from || (column + 1 < marks && text[at] == '\n')) return false;
      fields[column] = {text + from, at - from};
      from = at + 1;
    }
    std::string_view& last = fields[marks - 1];
    if (last.back() == '\r') last.remove_suffix(1);
    return !last.empty();
  };

  for (; begin < chunk.size; ++line_number) {
    if (plain_line()) {
      begin = delimiters_[mark + marks - 1] + std::size_t{1};
      mark += marks;
    } else {
      const auto* end =
          static_cast<const char*>(std::memchr(text + begin, '\n', chunk.size - begin));
      const auto line_end = static_cast<std::size_t>(end - text);
      const std::string_view line = without_line_end({text + begin, line_end + 1 - begin});
      while (mark < found && delimiters_[mark] <= line_end) ++mark;
      begin = line_end + 1;
      split_words(line, words_);
      if (words_.empty() || words_.front().front() == '#') {
        rows.lines.rows_from(rows.value.size(), line_number + 1);
        continue;
      }
      if (words_.size() != format_.columns) {
        throw LineFault{line_number, "expected " + std::to_string(format_.columns) +
                                         " fields; got " + std::to_string(words_.size())};
      }
      std::copy(words_.begin(), words_.end(), fields.begin());
    }
    add_row(fields[0], fields[kTrecDocument], fields[format_.value_column], line_number,
            chunk.index, rows);
  }
  return line_number;
}

}  // namespace honestrank

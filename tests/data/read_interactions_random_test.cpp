#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "honestrank/base/random.h"
#include "interaction_rows.h"

namespace honestrank {
namespace {

using testing_support::large_file;
using testing_support::parsed;
using testing_support::Row;
using testing_support::rows_in;
using testing_support::rows_of;
using testing_support::texts_of;

/// The definition: one line after the other, one character after the other.
std::vector<Row> plain_rows(const std::string& text, const std::string& separator, bool header) {
  std::vector<Row> rows;
  std::istringstream stream(text);
  std::string line;
  for (bool first = true; std::getline(stream, line); first = false) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty() || (first && header)) continue;
    std::vector<std::string> fields(1);
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
      if (line[i] == '"') {
        if (quoted && i + 1 < line.size() && line[i + 1] == '"') {
          fields.back() += line[++i];
        } else {
          quoted = !quoted;
        }
      } else if (!quoted && line.compare(i, separator.size(), separator) == 0) {
        i += separator.size() - 1;
        fields.emplace_back();
      } else {
        fields.back() += line[i];
      }
    }
    rows.push_back({fields[0], fields[1], fields.size() > 2 ? std::stod(fields[2]) : 0,
                    fields.size() > 3 ? std::stoll(fields[3]) : 0});
  }
  return rows;
}

/// Ids in order of first appearance.
std::vector<std::string> first_appearances(const std::vector<Row>& rows, std::string Row::*id) {
  std::map<std::string, int> seen;
  std::vector<std::string> order;
  for (const Row& row : rows) {
    if (seen.emplace(row.*id, 0).second) order.push_back(row.*id);
  }
  return order;
}

TEST(ReadRandomFiles, AgreesWithAPlainReader) {
  const CounterRandom random(12);
  for (std::uint32_t round = 0; round < 300; ++round) {
    std::uint32_t drawn = 0;
    const auto draw = [&](std::uint64_t bound) { return random.below(bound, round, drawn++); };
    const std::string separator = std::vector<std::string>{"\t", ",", ";", "|", "::", " "}[draw(6)];
    const auto columns = 2 + draw(3);
    const bool header = draw(2) == 0;
    const std::string line_end = draw(2) == 0 ? "\n" : "\r\n";
    const auto id = [&](const char* prefix) {
      std::string text = prefix + std::string(draw(12), 'x') + std::to_string(draw(20));
      if (draw(8) == 0) return "\"" + text + separator + "\"\"" + text + "\"";
      if (draw(8) == 0) return "\"" + text + "\"";
      return text;
    };
    std::string text;
    if (header) {
      for (std::uint64_t c = 0; c < columns; ++c) {
        text += (c == 0 ? "" : separator) +
                std::vector<std::string>{"user", "item", "rating", "timestamp"}[c];
      }
      text += line_end;
    }
    const auto lines = 1 + draw(40);
    for (std::uint64_t line = 0; line < lines; ++line) {
      if (draw(10) == 0) text += line_end;
      text += id("u") + separator + id("i");
      if (columns > 2)
        text += separator + std::to_string(draw(100)) + "." + std::to_string(draw(100));
      if (columns > 3) text += separator + std::to_string(draw(2000000000));
      text += line_end;
    }
    const std::vector<Row> expected = plain_rows(text, separator, header);
    const Interactions data =
        parsed(text, {.separator = separator, .header = header, .threads = 2});
    ASSERT_EQ(rows_of(data), expected) << text;
    EXPECT_EQ(texts_of(data.users), first_appearances(expected, &Row::user));
    EXPECT_EQ(texts_of(data.items), first_appearances(expected, &Row::item));
    EXPECT_EQ(data.has_ratings(), columns > 2);
    EXPECT_EQ(data.has_timestamps(), columns > 3);
  }
}

TEST(ReadRandomFiles, AgreesWithAPlainReaderOnALargeFile) {
  const std::string text = large_file(40000);
  EXPECT_EQ(rows_in(text, {.threads = 3}), plain_rows(text, ",", true));
}

}  // namespace
}  // namespace honestrank

#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "error_message.h"
#include "honestrank/base/random.h"
#include "honestrank/data/read_interactions.h"

namespace honestrank::testing_support {

/// A row with its ids as text; 0 where there is no rating or timestamp.
struct Row {
  std::string user;
  std::string item;
  double rating = 0;
  std::int64_t timestamp = 0;

  friend bool operator==(const Row&, const Row&) = default;
};

inline std::ostream& operator<<(std::ostream& out, const Row& row) {
  return out << '(' << row.user << ' ' << row.item << ' ' << row.rating << ' ' << row.timestamp
             << ')';
}

inline std::vector<Row> rows_of(const Interactions& data) {
  validate(data);
  std::vector<Row> rows;
  for (std::size_t i = 0; i < data.size(); ++i) {
    rows.push_back({std::string(data.users[data.user[i]]), std::string(data.items[data.item[i]]),
                    data.has_ratings() ? data.rating[i] : 0,
                    data.has_timestamps() ? data.timestamp[i] : 0});
  }
  return rows;
}

inline std::vector<std::string> texts_of(const IdMap& ids) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < ids.size(); ++i) texts.emplace_back(ids[i]);
  return texts;
}

inline Interactions parsed(const std::string& text, const ReadInteractionsOptions& options = {}) {
  return parse_interactions(text, "x.csv", options).interactions;
}

inline std::vector<Row> rows_in(const std::string& text,
                                const ReadInteractionsOptions& options = {}) {
  return rows_of(parsed(text, options));
}

/// The message for `text`, which must be the same for any number of threads.
inline std::string message_for(const std::string& text, ReadInteractionsOptions options = {}) {
  options.threads = 1;
  const std::string message = message_of([&] { parsed(text, options); });
  for (const unsigned threads : {2U, 7U}) {
    options.threads = threads;
    EXPECT_EQ(message_of([&] { parsed(text, options); }), message) << threads << " threads";
  }
  return message;
}

inline void expect_same_bits(const Interactions& a, const Interactions& b) {
  EXPECT_TRUE(a.users == b.users);
  EXPECT_TRUE(a.items == b.items);
  EXPECT_EQ(a.user, b.user);
  EXPECT_EQ(a.item, b.item);
  EXPECT_EQ(a.rating, b.rating);
  EXPECT_EQ(a.timestamp, b.timestamp);
}

inline std::shared_ptr<const IdMap> ids(std::initializer_list<const char*> texts) {
  auto map = std::make_shared<IdMap>();
  for (const char* text : texts) map->add(text);
  return map;
}

/// A file of several chunks with a header, blank lines and quotes here and there.
inline std::string large_file(std::size_t lines, std::size_t bad_line = 0,
                              const std::string& bad_text = "") {
  const CounterRandom random(6);
  std::string text = "user,item,rating,timestamp\n";
  for (std::size_t line = 2; line <= lines; ++line) {
    if (line == bad_line) {
      text += bad_text + "\n";
    } else if (line % 997 == 0) {
      text += "\n";
    } else {
      const std::string user = std::to_string(random.below(5000, line, 0));
      const std::string item = "item-number-" + std::to_string(random.below(3000, line, 1));
      text += (line % 101 == 0 ? "\"" + user + "\"" : user) + "," + item + "," +
              std::to_string(random.below(9, line, 2)) + ".5," + std::to_string(978300760 + line) +
              "\n";
    }
  }
  return text;
}

}  // namespace honestrank::testing_support

#include "honestrank/data/write_interactions.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <filesystem>
#include <limits>
#include <string>
#include <vector>

#include "error_message.h"
#include "honestrank/base/random.h"
#include "honestrank/data/read_interactions.h"
#include "temporary_directory.h"

namespace honestrank {
namespace {

using testing_support::content_of;
using testing_support::message_of;
using testing_support::TemporaryDirectory;

constexpr const char* kSeparators[] = {"\t", ",", ";", "|", "::", " "};

void add_row(Interactions& data, std::string_view user, std::string_view item) {
  data.user.push_back(data.users.add(user));
  data.item.push_back(data.items.add(item));
}

Interactions small() {
  Interactions data;
  add_row(data, "u1", "b");
  add_row(data, "u0", "a");
  data.rating = {4.5, 3};
  data.timestamp = {978300760, -1};
  return data;
}

void expect_same_rows(const Interactions& read, const Interactions& written) {
  ASSERT_EQ(read.size(), written.size());
  for (std::size_t i = 0; i < read.size(); ++i) {
    EXPECT_EQ(read.users[read.user[i]], written.users[written.user[i]]);
    EXPECT_EQ(read.items[read.item[i]], written.items[written.item[i]]);
  }
  EXPECT_EQ(read.rating, written.rating);
  EXPECT_EQ(read.timestamp, written.timestamp);
}

TEST(WriteInteractions, WritesAHeaderAndOneLineEach) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "out.tsv";
  write_interactions(path, small());
  EXPECT_EQ(content_of(path),
            "user\titem\trating\ttimestamp\nu1\tb\t4.5\t978300760\nu0\ta\t3\t-1\n");
  write_interactions(path, small(), {.separator = "::", .header = false});
  EXPECT_EQ(content_of(path), "u1::b::4.5::978300760\nu0::a::3::-1\n");
}

TEST(WriteInteractions, TakesEverySpellingOfTab) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "out.tsv";
  for (const char* tab : {"\t", "\\t", "tab"}) {
    write_interactions(path, small(), {.separator = tab, .header = false});
    EXPECT_EQ(content_of(path), "u1\tb\t4.5\t978300760\nu0\ta\t3\t-1\n");
  }
  EXPECT_THROW(write_interactions(path, small(), {.separator = "-"}), InputError);
}

TEST(WriteInteractions, WritesOnlyTheColumnsThereAre) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "out.csv";
  Interactions data = small();
  data.rating.clear();
  write_interactions(path, data, {.separator = ","});
  EXPECT_EQ(content_of(path), "user,item,timestamp\nu1,b,978300760\nu0,a,-1\n");
  expect_same_rows(read_interactions(path), data);
  data.timestamp.clear();
  write_interactions(path, data, {.separator = ","});
  EXPECT_EQ(content_of(path), "user,item\nu1,b\nu0,a\n");
}

TEST(WriteInteractions, WritesTheTypedHeaderOfRecBole) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "out.inter";
  Interactions data = small();
  write_interactions(path, data, {.recbole_names = true});
  EXPECT_EQ(content_of(path),
            "user_id:token\titem_id:token\trating:float\ttimestamp:float\n"
            "u1\tb\t4.5\t978300760\nu0\ta\t3\t-1\n");
  for (const char* separator : kSeparators) {
    write_interactions(path, data, {.separator = separator, .recbole_names = true});
    const InteractionFile read = read_interaction_file(path);
    EXPECT_TRUE(read.layout.header);
    EXPECT_EQ(read.layout.timestamp_column, 4U);
    expect_same_rows(read.interactions, data);
  }
  data.rating.clear();
  write_interactions(path, data, {.recbole_names = true});
  EXPECT_EQ(content_of(path).substr(0, 44), "user_id:token\titem_id:token\ttimestamp:float\n");
  expect_same_rows(read_interactions(path), data);
  data.timestamp.clear();
  write_interactions(path, data, {.recbole_names = true});
  EXPECT_EQ(content_of(path), "user_id:token\titem_id:token\nu1\tb\nu0\ta\n");
  expect_same_rows(read_interactions(path), data);
  EXPECT_EQ(
      message_of([&] { write_interactions(path, data, {.header = false, .recbole_names = true}); }),
      "write_interactions: expected a header for RecBole's names; got none");
}

TEST(WriteInteractions, CompressesByName) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "out.tsv.gz";
  write_interactions(path, small());
  EXPECT_EQ(content_of(path).substr(0, 2), "\x1f\x8b");
  expect_same_rows(read_interactions(path), small());
}

TEST(WriteInteractions, KeepsEveryBitOfNumbers) {
  const TemporaryDirectory directory;
  const CounterRandom random(2);
  Interactions data;
  for (std::uint32_t i = 0; i < 3000; ++i) {
    const double value = std::bit_cast<double>(random.bits(i));
    if (!std::isfinite(value)) continue;
    add_row(data, std::to_string(random.below(50, i, 1)), std::to_string(random.below(70, i, 2)));
    data.rating.push_back(value);
    data.timestamp.push_back(static_cast<std::int64_t>(random.bits(i, 3)));
  }
  data.rating[0] = -0.0;
  data.rating[1] = std::numeric_limits<double>::denorm_min();
  data.timestamp[0] = std::numeric_limits<std::int64_t>::min();
  data.timestamp[1] = std::numeric_limits<std::int64_t>::max();
  for (const char* separator : kSeparators) {
    const auto path = directory.path() / "out";
    write_interactions(path, data, {.separator = separator});
    const Interactions read = read_interactions(path);
    expect_same_rows(read, data);
    EXPECT_TRUE(std::signbit(read.rating[0]));
  }
}

TEST(WriteInteractions, GivesAnyIdBackOrRefusesIt) {
  const TemporaryDirectory directory;
  const CounterRandom random(4);
  constexpr char kBytes[] = {'a', '"', ',', ' ', '\t', ';',    ':',  '|',
                             '(', ')', '#', '7', '.',  '\xC3', '\n', '\r'};
  std::size_t accepted = 0;
  for (std::uint32_t round = 0; round < 3000; ++round) {
    const std::string separator = kSeparators[random.below(6, round, 0)];
    Interactions data;
    for (std::uint32_t row = 0; row < 3; ++row) {
      std::string text[2];
      for (std::uint32_t i = 0; i < 2; ++i) {
        const auto length = 1 + random.below(3, round, 10 + 2 * row + i);
        for (std::uint32_t at = 0; at < length; ++at) {
          const char byte = kBytes[random.below(16, round, 100 + 20 * row + 10 * i + at)];
          text[i] += byte == '\xC3' ? "\xC3\xA9" : std::string(1, byte);
        }
      }
      add_row(data, text[0], text[1]);
    }
    const auto path = directory.path() / "out";
    try {
      write_interactions(path, data, {.separator = separator});
    } catch (const InputError&) {
      continue;
    }
    ++accepted;
    expect_same_rows(read_interactions(path, {.threads = 1}), data);
  }
  EXPECT_GT(accepted, 200U);
}

TEST(WriteInteractions, LeavesNothingBehindWhereAnIdCannotBeWritten) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "out.tsv";
  Interactions data = small();
  data.rating.clear();
  data.timestamp.clear();
  add_row(data, "a\tb", "i");
  EXPECT_EQ(message_of([&] { write_interactions(path, data); }),
            "write_interactions: expected text without tab and line ends; got 'a?b'");
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_TRUE(std::filesystem::is_empty(directory.path()));
}

TEST(WriteInteractions, RefusesRowsThatDoNotFitTogether) {
  const TemporaryDirectory directory;
  Interactions data = small();
  data.item[0] = 9;
  EXPECT_EQ(message_of([&] { write_interactions(directory.path() / "out", data); }),
            "validate: expected item numbers below 2; got 9 in row 0");
  EXPECT_THROW(write_interaction_lists(directory.path() / "out", data), InputError);
}

TEST(WriteInteractionLists, WritesOneUserALine) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "train.txt";
  Interactions data;
  add_row(data, "u0", "a");
  add_row(data, "u1", "b");
  add_row(data, "u0", "c");
  data.users.add("lonely");
  write_interaction_lists(path, data);
  EXPECT_EQ(content_of(path), "u0 a c\nu1 b\nlonely\n");
  const Interactions read = read_interactions(path, {.format = InteractionFormat::lists});
  EXPECT_TRUE(read.users == data.users);
  EXPECT_EQ(read.size(), 3U);
}

TEST(WriteInteractionLists, RefusesIdsWithWhiteSpace) {
  const TemporaryDirectory directory;
  Interactions data;
  add_row(data, "u0", "a b");
  EXPECT_EQ(message_of([&] { write_interaction_lists(directory.path() / "x", data); }),
            "write_interaction_lists: expected ids without white space; got 'a b'");
}

}  // namespace
}  // namespace honestrank

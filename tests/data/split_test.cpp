#include "honestrank/data/split.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "data/random_interactions.h"
#include "error_message.h"
#include "honestrank/base/error.h"

namespace honestrank {
namespace {

using testing_support::message_of;
using testing_support::random_interactions;

using RowValues = std::tuple<std::uint32_t, std::uint32_t, double, std::int64_t>;

std::vector<RowValues> rows_of(const Interactions& data) {
  std::vector<RowValues> rows;
  for (std::size_t row = 0; row < data.size(); ++row) {
    rows.emplace_back(data.user[row], data.item[row], data.has_ratings() ? data.rating[row] : 0.0,
                      data.has_timestamps() ? data.timestamp[row] : 0);
  }
  return rows;
}

/// Every row on exactly one side, each side in source order, all ids on both.
void expect_partition(const Interactions& source, const Split& split) {
  EXPECT_EQ(split.train.users, source.users);
  EXPECT_EQ(split.train.items, source.items);
  EXPECT_EQ(split.test.users, source.users);
  EXPECT_EQ(split.test.items, source.items);
  const std::vector<RowValues> train = rows_of(split.train);
  const std::vector<RowValues> test = rows_of(split.test);
  std::size_t next_train = 0;
  std::size_t next_test = 0;
  // Walks both sides in step with the source; equal rows may be taken from either.
  for (const RowValues& row : rows_of(source)) {
    if (next_train < train.size() && train[next_train] == row) {
      ++next_train;
    } else if (next_test < test.size() && test[next_test] == row) {
      ++next_test;
    } else {
      FAIL() << "a row is missing or out of order";
    }
  }
  EXPECT_EQ(next_train, train.size());
  EXPECT_EQ(next_test, test.size());
}

/// Random data in which each row has its own item, so rows can be told apart.
Interactions distinct_rows(std::uint64_t seed, std::uint32_t users, std::size_t rows) {
  Interactions data = random_interactions(seed, users, 5, rows);
  for (std::size_t row = 0; row < rows; ++row) data.item[row] = data.items.add(std::to_string(row));
  return data;
}

std::vector<std::size_t> counts(const Interactions& data) {
  std::vector<std::size_t> count(data.users.size());
  for (const std::uint32_t user : data.user) ++count[user];
  return count;
}

TEST(Split, EveryKindIsAPartition) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Interactions data = distinct_rows(seed, 12, 150);
    expect_partition(data, leave_last_out(data));
    expect_partition(data, leave_one_out_random(data, seed));
    for (const auto order : {HoldOutOrder::time, HoldOutOrder::row_order, HoldOutOrder::random}) {
      expect_partition(data, hold_out_count(data, 3, {.order = order, .seed = seed}));
      expect_partition(data, hold_out_share(data, 0.3, {.order = order, .seed = seed}));
    }
    expect_partition(data, global_time_split(data, 0));
    expect_partition(data, global_time_split(data, begin_of_latest(data, 0.2)));
  }
}

TEST(HoldOutCount, TakesTheLatestRowsWithTiesBrokenByTheLaterRow) {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const Interactions data = distinct_rows(seed, 12, 150);
    for (const std::size_t count : {std::size_t{1}, std::size_t{4}}) {
      const Split split = hold_out_count(data, count);
      std::map<std::uint32_t, std::vector<std::pair<std::int64_t, std::size_t>>> by_user;
      for (std::size_t row = 0; row < data.size(); ++row) {
        by_user[data.user[row]].emplace_back(data.timestamp[row], row);
      }
      std::set<std::uint32_t> expected;
      std::size_t not_split = 0;
      for (auto& [user, rows] : by_user) {
        std::sort(rows.begin(), rows.end());
        if (rows.size() <= count) {
          ++not_split;
          continue;
        }
        for (std::size_t i = rows.size() - count; i < rows.size(); ++i) {
          expected.insert(data.item[rows[i].second]);
        }
      }
      EXPECT_EQ(std::set<std::uint32_t>(split.test.item.begin(), split.test.item.end()), expected);
      EXPECT_EQ(split.users_not_split, not_split);
    }
  }
}

TEST(HoldOutCount, RowOrderTakesTheLastRowsWhateverTheirTime) {
  Interactions data = distinct_rows(3, 2, 20);
  const Split with_times = hold_out_count(data, 2, {.order = HoldOutOrder::row_order});
  data.timestamp.clear();
  const Split split = hold_out_count(data, 2, {.order = HoldOutOrder::row_order});
  EXPECT_EQ(split.test.item, with_times.test.item);
  for (std::uint32_t user = 0; user < 2; ++user) {
    std::uint32_t last_in_train = 0;
    std::uint32_t first_in_test = std::numeric_limits<std::uint32_t>::max();
    for (std::size_t row = 0; row < split.train.size(); ++row) {
      if (split.train.user[row] == user)
        last_in_train = std::max(last_in_train, split.train.item[row]);
    }
    for (std::size_t row = 0; row < split.test.size(); ++row) {
      if (split.test.user[row] == user)
        first_in_test = std::min(first_in_test, split.test.item[row]);
    }
    EXPECT_LT(last_in_train, first_in_test);
  }
}

TEST(HoldOutCount, LeavesUsersWithTooFewRowsWholeAndCountsThem) {
  Interactions data;
  for (const char* user : {"one", "two", "two", "three", "three", "three", "nobody"}) {
    const std::uint32_t number = data.users.add(user);
    if (data.users[number] == "nobody") continue;
    data.user.push_back(number);
    data.item.push_back(data.items.add(std::to_string(data.item.size())));
  }
  const HoldOutOptions by_row{.order = HoldOutOrder::row_order};
  EXPECT_EQ(hold_out_count(data, 1, by_row).test.size(), 2U);
  EXPECT_EQ(hold_out_count(data, 1, by_row).users_not_split, 1U);
  EXPECT_EQ(hold_out_count(data, 2, by_row).test.size(), 2U);
  EXPECT_EQ(hold_out_count(data, 2, by_row).users_not_split, 2U);
  const HoldOutOptions at_least_three{.order = HoldOutOrder::row_order, .minimum_rows = 3};
  EXPECT_EQ(hold_out_count(data, 1, at_least_three).test.size(), 1U);
  EXPECT_EQ(hold_out_count(data, 9, by_row).users_not_split, 3U);
}

TEST(HoldOutShare, RoundsToTheNearestRowAndLeavesOne) {
  Interactions data;
  for (std::uint32_t user = 0; user < 40; ++user) {
    data.users.add(std::to_string(user));
    for (std::uint32_t row = 0; row < user; ++row) {
      data.user.push_back(user);
      data.item.push_back(data.items.add(std::to_string(row)));
    }
  }
  for (const double share : {0.1, 0.2, 0.5, 0.95}) {
    const Split split = hold_out_share(data, share, {.order = HoldOutOrder::random});
    const std::vector<std::size_t> held_out = counts(split.test);
    for (std::size_t user = 2; user < 40; ++user) {
      const double nearest = std::floor(share * static_cast<double>(user) + 0.5);
      EXPECT_EQ(held_out[user], std::min(static_cast<std::size_t>(nearest), user - 1));
    }
    EXPECT_EQ(held_out[1], 0U);
  }
}

TEST(LeaveOneOutRandom, DependsOnSeedUserAndPositionOnly) {
  const Interactions data = distinct_rows(1, 30, 600);
  const Split split = leave_one_out_random(data, 7);
  EXPECT_EQ(split.test.item, leave_one_out_random(data, 7).test.item);
  EXPECT_NE(split.test.item, leave_one_out_random(data, 8).test.item);

  // Rows of other users in between, or gone, do not matter.
  std::vector<std::size_t> half;
  for (std::size_t row = 0; row < data.size(); ++row) {
    if (data.user[row] < 15) half.push_back(row);
  }
  const Split part = leave_one_out_random(select_rows(data, half), 7);
  std::vector<std::uint32_t> expected;
  for (std::size_t row = 0; row < split.test.size(); ++row) {
    if (split.test.user[row] < 15) expected.push_back(split.test.item[row]);
  }
  EXPECT_EQ(part.test.item, expected);
}

TEST(LeaveOneOutRandom, TakesEachPositionEquallyOften) {
  Interactions data;
  data.users.add("ann");
  for (std::uint32_t row = 0; row < 5; ++row) {
    data.user.push_back(0);
    data.item.push_back(data.items.add(std::to_string(row)));
  }
  std::vector<double> taken(5);
  for (std::uint64_t seed = 0; seed < 5000; ++seed) {
    ++taken[leave_one_out_random(data, seed).test.item.at(0)];
  }
  // Five standard deviations of a binomial count with p = 1/5.
  for (const double count : taken) EXPECT_NEAR(count, 1000, 5 * std::sqrt(5000 * 0.2 * 0.8));
}

TEST(GlobalTimeSplit, PutsTheFutureIntoTheTest) {
  const Interactions data = distinct_rows(4, 12, 300);
  const Split split = global_time_split(data, -3);
  for (const std::int64_t time : split.train.timestamp) EXPECT_LT(time, -3);
  for (const std::int64_t time : split.test.timestamp) EXPECT_GE(time, -3);
}

TEST(BeginOfLatest, IsTheTimestampAtWhichTheShareBegins) {
  Interactions data;
  data.users.add("ann");
  data.items.add("a");
  for (const std::int64_t time : {5, -1, 4, 2, 2, 9, 1, 2, 8, 3}) {
    data.user.push_back(0);
    data.item.push_back(0);
    data.timestamp.push_back(time);
  }
  EXPECT_EQ(begin_of_latest(data, 0.1), 9);
  EXPECT_EQ(begin_of_latest(data, 0.3), 5);
  EXPECT_EQ(begin_of_latest(data, 0.6), 2);
  EXPECT_EQ(begin_of_latest(data, 0.001), 9);
  EXPECT_EQ(begin_of_latest(data, 0.999), -1);
  EXPECT_EQ(global_time_split(data, begin_of_latest(data, 0.6)).test.size(), 8U);  // three tie at 2
}

Interactions plain(const std::vector<std::pair<const char*, const char*>>& rows) {
  Interactions data;
  for (const auto& [user, item] : rows) {
    data.user.push_back(data.users.add(user));
    data.item.push_back(data.items.add(item));
  }
  return data;
}

TEST(GivenSplit, NumbersTrainFirstAndCountsWhatIsSuspicious) {
  Interactions train = plain({{"ann", "a"}, {"bob", "b"}, {"ann", "c"}});
  train.rating = {1, 2, 3};
  train.items.add("only in the catalogue");
  const Interactions test = plain(
      {{"cid", "d"}, {"bob", "b"}, {"bob", "b"}, {"ann", "only in the catalogue"}, {"ann", "b"}});
  const GivenSplit given = given_split(train, test);
  EXPECT_EQ(given.split.train.users, given.split.test.users);
  EXPECT_EQ(given.split.train.items, given.split.test.items);
  ASSERT_EQ(given.split.train.users.size(), 3U);
  EXPECT_EQ(given.split.train.users[2], "cid");
  EXPECT_EQ(given.split.train.items[4], "d");
  EXPECT_EQ(given.split.train.user, train.user);
  EXPECT_EQ(given.split.train.item, train.item);
  EXPECT_EQ(given.split.test.user, (std::vector<std::uint32_t>{2, 1, 1, 0, 0}));
  EXPECT_EQ(given.split.test.item, (std::vector<std::uint32_t>{4, 1, 1, 3, 1}));
  EXPECT_TRUE(given.split.train.has_ratings());
  EXPECT_FALSE(given.split.test.has_ratings());
  EXPECT_EQ(given.unknown_users, 1U);
  EXPECT_EQ(given.unknown_items, 2U);
  EXPECT_EQ(given.pairs_in_both, 1U);
}

TEST(GivenSplit, CountsPairsInBothAsSetsWould) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Interactions train = random_interactions(seed, 10, 12, 80);
    const Interactions test = random_interactions(seed + 100, 14, 9, 60);
    const GivenSplit given = given_split(train, test);
    const auto pairs = [](const Interactions& data) {
      std::set<std::pair<std::string, std::string>> found;
      for (std::size_t row = 0; row < data.size(); ++row) {
        found.emplace(data.users[data.user[row]], data.items[data.item[row]]);
      }
      return found;
    };
    EXPECT_EQ(pairs(given.split.test), pairs(test));
    const auto in_train = pairs(train);
    std::size_t both = 0;
    for (const auto& pair : pairs(test)) both += in_train.count(pair);
    EXPECT_EQ(given.pairs_in_both, both);
  }
}

TEST(Split, SaysWhatIsMissing) {
  Interactions data = distinct_rows(0, 3, 10);
  EXPECT_EQ(message_of([&] { hold_out_count(data, 0); }),
            "hold_out_count: expected a count of at least 1; got 0");
  for (const double share : {0.0, 1.0, -0.5, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW(hold_out_share(data, share), InputError);
    EXPECT_THROW(begin_of_latest(data, share), InputError);
  }
  EXPECT_EQ(message_of([&] { hold_out_share(data, 1.5); }),
            "hold_out_share: expected a share above 0 and below 1; got 1.500000");
  data.timestamp.clear();
  EXPECT_EQ(message_of([&] { leave_last_out(data); }),
            "hold_out_count: expected interactions with timestamps for the order time; got none "
            "(the order row_order takes the last rows instead)");
  EXPECT_EQ(message_of([&] { global_time_split(data, 0); }),
            "global_time_split: expected interactions with timestamps; got none");
  EXPECT_EQ(message_of([&] { begin_of_latest(data, 0.5); }),
            "begin_of_latest: expected interactions with timestamps; got none");
  EXPECT_EQ(message_of([] { begin_of_latest(Interactions{}, 0.5); }),
            "begin_of_latest: expected at least one row; got 0");
  data.user.pop_back();
  EXPECT_THROW(leave_one_out_random(data, 1), InputError);
}

TEST(Split, AcceptsDataWithoutRows) {
  EXPECT_EQ(leave_last_out(Interactions{}).test.size(), 0U);
  EXPECT_EQ(global_time_split(Interactions{}, 0).train.size(), 0U);
  EXPECT_EQ(given_split({}, {}).pairs_in_both, 0U);
}

}  // namespace
}  // namespace honestrank

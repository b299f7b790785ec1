#include "honestrank/data/filters.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "data/random_interactions.h"
#include "error_message.h"
#include "honestrank/base/error.h"

namespace honestrank {
namespace {

using testing_support::message_of;
using testing_support::random_interactions;
using Pair = std::pair<std::uint32_t, std::uint32_t>;

struct Row {
  const char* user;
  const char* item;
  double rating;
  std::int64_t timestamp;
};

Interactions interactions_of(const std::vector<Row>& rows) {
  Interactions data;
  for (const Row& row : rows) {
    data.user.push_back(data.users.add(row.user));
    data.item.push_back(data.items.add(row.item));
    data.rating.push_back(row.rating);
    data.timestamp.push_back(row.timestamp);
  }
  return data;
}

/// The pair ann-a stands in rows 1, 3 and 4; in time, row 3 is the first and row 1 the last.
Interactions with_duplicates() {
  return interactions_of({{"ann", "a", 3, 30},
                          {"bob", "a", 5, 5},
                          {"ann", "a", 4, 10},
                          {"ann", "a", 2, 20},
                          {"ann", "b", 1, 1}});
}

TEST(CountDuplicates, CountsRowsWhosePairCameBefore) {
  EXPECT_EQ(count_duplicates(with_duplicates()), 2U);
  EXPECT_EQ(count_duplicates(Interactions{}), 0U);
}

TEST(ResolveDuplicates, ErrorNamesIdsAndBothRowsCountedFromOne) {
  EXPECT_EQ(message_of([] { resolve_duplicates(with_duplicates(), DuplicatePolicy::error); }),
            "resolve_duplicates: expected each pair of user and item once; got user ann, item a in "
            "rows 1 and 3 (repeated rows in all: 2)");
}

TEST(ResolveDuplicates, ReturnsDataWithoutDuplicatesAsItIs) {
  const Interactions data =
      interactions_of({{"ann", "a", 3, 1}, {"ann", "b", 3, 1}, {"bob", "a", 3, 1}});
  for (const auto policy : {DuplicatePolicy::error, DuplicatePolicy::keep_first,
                            DuplicatePolicy::keep_max, DuplicatePolicy::mean}) {
    const ResolvedDuplicates resolved = resolve_duplicates(data, policy);
    EXPECT_EQ(resolved.duplicates, 0U);
    EXPECT_EQ(resolved.interactions.item, data.item);
  }
}

TEST(ResolveDuplicates, KeepsTheRowThePolicySays) {
  const auto kept = [](DuplicatePolicy policy) {
    const ResolvedDuplicates resolved = resolve_duplicates(with_duplicates(), policy);
    EXPECT_EQ(resolved.duplicates, 2U);
    return resolved.interactions;
  };
  EXPECT_EQ(kept(DuplicatePolicy::keep_all).rating, (std::vector<double>{3, 5, 4, 2, 1}));
  EXPECT_EQ(kept(DuplicatePolicy::keep_first).rating, (std::vector<double>{5, 4, 1}));
  EXPECT_EQ(kept(DuplicatePolicy::keep_last).rating, (std::vector<double>{3, 5, 1}));
  EXPECT_EQ(kept(DuplicatePolicy::keep_max).rating, (std::vector<double>{5, 4, 1}));
  EXPECT_EQ(kept(DuplicatePolicy::keep_max).timestamp, (std::vector<std::int64_t>{5, 10, 1}));
}

TEST(ResolveDuplicates, MergedRowsStandAtTheFirstWithTheLatestTimestamp) {
  const Interactions summed =
      resolve_duplicates(with_duplicates(), DuplicatePolicy::sum).interactions;
  EXPECT_EQ(summed.rating, (std::vector<double>{9, 5, 1}));
  EXPECT_EQ(summed.timestamp, (std::vector<std::int64_t>{30, 5, 1}));
  const Interactions averaged =
      resolve_duplicates(with_duplicates(), DuplicatePolicy::mean).interactions;
  EXPECT_EQ(averaged.rating, (std::vector<double>{3, 5, 1}));
}

TEST(ResolveDuplicates, GoesByRowsWhereThereAreNoTimestampsOrTheyAreEqual) {
  Interactions data = with_duplicates();
  data.timestamp.assign(data.size(), 7);
  for (int pass = 0; pass < 2; ++pass) {
    EXPECT_EQ(resolve_duplicates(data, DuplicatePolicy::keep_first).interactions.rating,
              (std::vector<double>{3, 5, 1}));
    EXPECT_EQ(resolve_duplicates(data, DuplicatePolicy::keep_last).interactions.rating,
              (std::vector<double>{5, 2, 1}));
    data.timestamp.clear();
  }
}

TEST(ResolveDuplicates, NeedsRatingsForPoliciesAboutRatings) {
  Interactions data = with_duplicates();
  data.rating.clear();
  EXPECT_EQ(message_of([&] { resolve_duplicates(data, DuplicatePolicy::sum); }),
            "resolve_duplicates: expected interactions with ratings for the policies keep_max, sum "
            "and mean; got none");
  EXPECT_EQ(resolve_duplicates(data, DuplicatePolicy::keep_last).interactions.size(), 3U);
}

TEST(ResolveDuplicates, AgreesWithAMapOnRandomData) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const Interactions data = random_interactions(seed, 7, 9, 120);
    std::map<Pair, double> sum;
    std::map<Pair, double> last;
    std::map<Pair, std::int64_t> last_time;
    for (std::size_t row = 0; row < data.size(); ++row) {
      const Pair pair{data.user[row], data.item[row]};
      const auto known = last_time.find(pair);
      sum[pair] += data.rating[row];
      if (known != last_time.end() && data.timestamp[row] < known->second) continue;
      last[pair] = data.rating[row];
      last_time[pair] = data.timestamp[row];
    }
    const auto check = [&](DuplicatePolicy policy, std::map<Pair, double> expected) {
      const ResolvedDuplicates resolved = resolve_duplicates(data, policy);
      EXPECT_EQ(resolved.duplicates, data.size() - expected.size());
      EXPECT_EQ(resolved.interactions.size(), expected.size());
      EXPECT_EQ(count_duplicates(resolved.interactions), 0U);
      for (std::size_t row = 0; row < resolved.interactions.size(); ++row) {
        const Pair pair{resolved.interactions.user[row], resolved.interactions.item[row]};
        EXPECT_EQ(resolved.interactions.rating[row], expected.at(pair));
      }
    };
    check(DuplicatePolicy::sum, sum);
    check(DuplicatePolicy::keep_last, last);
  }
}

TEST(KeepRatings, SaysOnWhichSideTheThresholdIs) {
  const Interactions data =
      interactions_of({{"ann", "a", 3, 1}, {"ann", "b", 4, 2}, {"bob", "c", 5, 3}});
  EXPECT_EQ(keep_ratings(data, RatingRule::at_least, 4).rating, (std::vector<double>{4, 5}));
  EXPECT_EQ(keep_ratings(data, RatingRule::above, 4).rating, (std::vector<double>{5}));
  const Interactions kept = keep_ratings(data, RatingRule::above, 4);
  EXPECT_EQ(kept.users, data.users);
  EXPECT_EQ(kept.items, data.items);
  EXPECT_EQ(kept.timestamp, (std::vector<std::int64_t>{3}));
}

TEST(Binarize, KeepsWhatPassesAndDropsTheRatings) {
  const Interactions data = interactions_of({{"ann", "a", 3, 1}, {"ann", "b", 4, 2}});
  const Interactions binary = binarize(data, RatingRule::at_least, 4);
  EXPECT_FALSE(binary.has_ratings());
  EXPECT_EQ(binary.item, (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(binary.timestamp, (std::vector<std::int64_t>{2}));
}

TEST(KeepRatings, RefusesMissingRatingsAndNan) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Interactions data = interactions_of({{"ann", "a", 3, 1}, {"ann", "b", nan, 2}});
  EXPECT_EQ(message_of([&] { keep_ratings(data, RatingRule::above, nan); }),
            "keep_ratings: expected a threshold; got NaN");
  EXPECT_EQ(message_of([&] { keep_ratings(data, RatingRule::above, 3); }),
            "keep_ratings: expected a number as rating; got NaN in row 2");
  data.rating.clear();
  EXPECT_EQ(message_of([&] { binarize(data, RatingRule::above, 3); }),
            "binarize: expected interactions with ratings; got none");
}

/// The definition: drop whoever has too few, again and again, until nothing changes.
Interactions naive_core(Interactions data, std::size_t user_minimum, std::size_t item_minimum) {
  for (;;) {
    std::map<std::uint32_t, std::set<std::uint32_t>> items_of;
    std::map<std::uint32_t, std::set<std::uint32_t>> users_of;
    for (std::size_t row = 0; row < data.size(); ++row) {
      items_of[data.user[row]].insert(data.item[row]);
      users_of[data.item[row]].insert(data.user[row]);
    }
    std::vector<std::size_t> keep;
    for (std::size_t row = 0; row < data.size(); ++row) {
      if (items_of[data.user[row]].size() >= user_minimum &&
          users_of[data.item[row]].size() >= item_minimum) {
        keep.push_back(row);
      }
    }
    if (keep.size() == data.size()) return data;
    data = select_rows(data, keep);
  }
}

TEST(KCore, IsTheFixedPointOfDroppingWhoHasTooFew) {
  std::size_t emptied = 0;
  std::size_t reduced = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Interactions data = random_interactions(seed, 20, 15, 40 + 3 * seed);
    for (const auto& [users, items] :
         {Pair{1, 1}, Pair{2, 2}, Pair{3, 5}, Pair{6, 4}, Pair{0, 7}}) {
      const Interactions core = k_core(data, users, items);
      const Interactions expected = naive_core(data, users, items);
      EXPECT_EQ(core.user, expected.user);
      EXPECT_EQ(core.item, expected.item);
      EXPECT_EQ(core.timestamp, expected.timestamp);
      EXPECT_EQ(core.users, data.users);
      emptied += core.size() == 0 ? 1U : 0U;
      reduced += core.size() != 0 && core.size() < data.size() ? 1U : 0U;
    }
  }
  EXPECT_GT(emptied, 10U);  // both outcomes were seen
  EXPECT_GT(reduced, 50U);
}

TEST(KCore, ARepeatedPairCountsOnceAndKeepsItsRows) {
  const Interactions data = interactions_of({{"ann", "a", 1, 1},
                                             {"ann", "a", 2, 2},
                                             {"bob", "a", 3, 3},
                                             {"bob", "b", 4, 4},
                                             {"bob", "b", 5, 5}});
  EXPECT_EQ(k_core(data, 2, 1).rating, (std::vector<double>{3, 4, 5}));
  EXPECT_EQ(k_core(data, 2, 2).size(), 0U);
}

TEST(Compact, DropsIdsWithoutRowsAndKeepsTheirOrder) {
  const Interactions data = interactions_of(
      {{"ann", "a", 1, 1}, {"bob", "b", 2, 2}, {"cid", "c", 3, 3}, {"dan", "a", 4, 4}});
  const Interactions compacted = compact(select_rows(data, {3, 1}));
  ASSERT_EQ(compacted.users.size(), 2U);
  EXPECT_EQ(compacted.users[0], "bob");
  EXPECT_EQ(compacted.users[1], "dan");
  EXPECT_EQ(compacted.items[0], "a");
  EXPECT_EQ(compacted.items[1], "b");
  EXPECT_EQ(compacted.user, (std::vector<std::uint32_t>{1, 0}));
  EXPECT_EQ(compacted.item, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(compacted.rating, (std::vector<double>{4, 2}));
  EXPECT_EQ(compacted.timestamp, (std::vector<std::int64_t>{4, 2}));
  EXPECT_NO_THROW(validate(compacted));
}

TEST(Filters, RefuseBrokenColumns) {
  Interactions data = with_duplicates();
  data.item.pop_back();
  EXPECT_THROW(count_duplicates(data), InputError);
  EXPECT_THROW(resolve_duplicates(data, DuplicatePolicy::keep_all), InputError);
  EXPECT_THROW(keep_ratings(data, RatingRule::above, 1), InputError);
  EXPECT_THROW(k_core(data, 1, 1), InputError);
  EXPECT_THROW(compact(data), InputError);
}

}  // namespace
}  // namespace honestrank

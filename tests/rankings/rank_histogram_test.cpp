#include "honestrank/rankings/rank_histogram.h"

#include <gtest/gtest.h>

#include <vector>

#include "error_message.h"

namespace honestrank {
namespace {

using testing_support::message_of;

UserRanks two_users() {
  UserRanks ranks;
  ranks.user = {0, 4};
  ranks.items = {5, 5};
  ranks.unranked = {0, 0};
  ranks.groups = {{0, 1, 1}, {3, 2, 2}, {0, 4, 1}};
  ranks.group_begin = {0, 2, 3};
  return ranks;
}

std::vector<double> mass_of(const RankHistogram& histogram) {
  return {histogram.mass().begin(), histogram.mass().end()};
}

TEST(RankHistogram, CountsRelevantItemsAndSpreadsTies) {
  RankHistogram histogram(5);
  EXPECT_EQ(mass_of(histogram), (std::vector<double>(5)));
  histogram.add(two_users());
  EXPECT_EQ(mass_of(histogram), (std::vector<double>{1.25, 0.25, 0.25, 1.25, 1}));
  EXPECT_EQ(histogram.users(), 2U);
  EXPECT_EQ(histogram.relevant(), 4U);
  EXPECT_EQ(histogram.items(), 5U);
}

TEST(RankHistogram, MergesParts) {
  RankHistogram all(5);
  all.add(two_users());
  all.add(two_users());
  RankHistogram part(5);
  part.add(two_users());
  RankHistogram merged(5);
  merged.merge(part);
  merged.merge(part);
  EXPECT_EQ(mass_of(merged), mass_of(all));
  EXPECT_EQ(merged.users(), 4U);
  EXPECT_EQ(merged.relevant(), 8U);
}

TEST(RankHistogram, RefusesOtherNumbersOfItemsAndUnrankedItems) {
  RankHistogram histogram(5);
  UserRanks ranks = two_users();
  ranks.items[1] = 6;
  EXPECT_EQ(message_of([&] { histogram.add(ranks); }),
            "RankHistogram: entry 1: expected 5 eligible items; got 6");
  ranks = two_users();
  ranks.unranked[1] = 1;
  EXPECT_EQ(message_of([&] { histogram.add(ranks); }),
            "RankHistogram: entry 1: expected ranks of all relevant items; got 1 unranked");
  ranks = two_users();
  ranks.groups[2].size = 6;
  EXPECT_THROW(histogram.add(ranks), InputError);
  EXPECT_EQ(message_of([&] { histogram.merge(RankHistogram(6)); }),
            "RankHistogram: expected a histogram of 5 ranks; got one of 6");
  EXPECT_EQ(mass_of(histogram), (std::vector<double>(5)));
}

}  // namespace
}  // namespace honestrank

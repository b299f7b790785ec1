#include "metrics/tie_orders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <vector>

namespace honestrank::metrics {
namespace {

using testing::ElementsAre;

const std::vector<TieGroup> kGroups = {{0, 1, 1}, {3, 4, 2}, {9, 2, 2}};
const std::vector<double> kGains = {1, 3, 2, 5, 4, 7};  // the last one unranked

UserRanking graded() { return {kGroups, 1, 20, kGains}; }
UserRanking plain() { return {kGroups, 1, 20, {}}; }

TEST(TieOrders, AnOrderIsOpenWhereRelevantItemsAreTiedWithOthers) {
  const std::vector<TieGroup> definite = {{0, 1, 1}, {9, 2, 2}};
  const std::vector<double> equal = {1, 3, 3};
  const std::vector<double> unequal = {1, 3, 2};
  EXPECT_TRUE(has_open_order(plain()));
  EXPECT_FALSE(has_open_order({definite, 0, 20, {}}));
  EXPECT_FALSE(has_open_order({definite, 0, 20, equal}));
  EXPECT_TRUE(has_open_order({definite, 0, 20, unequal}));
}

TEST(TieOrders, BestOrderPutsRelevantItemsFirstAndHighGainsBeforeLowOnes) {
  RankingBuffer buffer;
  EXPECT_THAT(best_order(plain(), buffer).groups,
              ElementsAre(TieGroup{0, 1, 1}, TieGroup{3, 2, 2}, TieGroup{9, 2, 2}));
  const UserRanking best = best_order(graded(), buffer);
  EXPECT_THAT(best.groups, ElementsAre(TieGroup{0, 1, 1}, TieGroup{3, 1, 1}, TieGroup{4, 1, 1},
                                       TieGroup{9, 1, 1}, TieGroup{10, 1, 1}));
  EXPECT_THAT(best.gains, ElementsAre(1, 3, 2, 5, 4, 7));
  EXPECT_EQ(best.unranked, 1U);
  EXPECT_EQ(best.items, 20U);
}

TEST(TieOrders, WorstOrderPutsRelevantItemsLastAndLowGainsBeforeHighOnes) {
  RankingBuffer buffer;
  EXPECT_THAT(worst_order(plain(), buffer).groups,
              ElementsAre(TieGroup{0, 1, 1}, TieGroup{5, 2, 2}, TieGroup{9, 2, 2}));
  const UserRanking worst = worst_order(graded(), buffer);
  EXPECT_THAT(worst.groups, ElementsAre(TieGroup{0, 1, 1}, TieGroup{5, 1, 1}, TieGroup{6, 1, 1},
                                        TieGroup{9, 1, 1}, TieGroup{10, 1, 1}));
  EXPECT_THAT(worst.gains, ElementsAre(1, 2, 3, 4, 5, 7));
}

TEST(TieOrders, ARelevanceLevelLeavesItemsOfThatGainOrHigher) {
  RankingBuffer buffer;
  const UserRanking levelled = at_relevance_level(graded(), 3, buffer);
  EXPECT_THAT(levelled.groups, ElementsAre(TieGroup{3, 4, 1}, TieGroup{9, 2, 2}));
  EXPECT_EQ(levelled.unranked, 1U);
  EXPECT_THAT(levelled.gains, ElementsAre(3, 5, 4, 7));
  EXPECT_EQ(at_relevance_level(graded(), 8, buffer).relevant(), 0U);
  EXPECT_EQ(at_relevance_level(plain(), 1, buffer).relevant(), 6U);
  EXPECT_EQ(at_relevance_level(plain(), 2, buffer).relevant(), 0U) << "an ungraded gain is 1";
}

TEST(RandomOrder, DrawsEverySetOfPositionsEquallyOften) {
  for (const std::uint64_t relevant : {1ULL, 2ULL, 3ULL, 4ULL}) {
    const std::vector<TieGroup> group = {{10, 5, relevant}};
    const CounterRandom random(1);
    RankingBuffer buffer;
    std::map<std::vector<std::uint64_t>, int> counts;
    constexpr int kDraws = 20000;
    for (std::uint64_t user = 0; user < kDraws; ++user) {
      std::vector<std::uint64_t> ranks;
      for (const TieGroup& item : random_order({group, 0, 20, {}}, random, user, buffer).groups) {
        EXPECT_EQ(item.size, 1U);
        EXPECT_GE(item.above, 10U);
        EXPECT_LT(item.above, 15U);
        ranks.push_back(item.above);
      }
      ASSERT_EQ(ranks.size(), relevant);
      ++counts[ranks];
    }
    const std::size_t sets = relevant == 2 || relevant == 3 ? 10 : 5;
    ASSERT_EQ(counts.size(), sets);
    double chi_square = 0;
    const double expected = static_cast<double>(kDraws) / static_cast<double>(sets);
    for (const auto& [ranks, count] : counts) {
      chi_square += (count - expected) * (count - expected) / expected;
    }
    EXPECT_LT(chi_square, 33.7) << relevant;  // 9 degrees of freedom: probability 1e-4
  }
}

TEST(RandomOrder, GivesEveryGainEveryPlace) {
  const std::vector<TieGroup> group = {{0, 3, 3}};
  const std::vector<double> gains = {3, 2, 1};
  const CounterRandom random(2);
  RankingBuffer buffer;
  std::map<std::vector<double>, int> counts;
  for (std::uint64_t user = 0; user < 6000; ++user) {
    const UserRanking drawn = random_order({group, 0, 3, gains}, random, user, buffer);
    ++counts[{drawn.gains.begin(), drawn.gains.end()}];
  }
  ASSERT_EQ(counts.size(), 6U);
  for (const auto& [order, count] : counts) EXPECT_NEAR(count, 1000, 5 * 29);  // 5 s.d.
}

TEST(RandomOrder, DependsOnSeedAndUserAlone) {
  const std::vector<TieGroup> group = {{5, 1000000000, 3}, {2000000000, 1000, 999}};
  RankingBuffer buffer;
  const auto drawn = [&](std::uint64_t seed, std::uint64_t user) {
    const auto groups = random_order({group, 0, 0, {}}, CounterRandom(seed), user, buffer).groups;
    return std::vector<TieGroup>(groups.begin(), groups.end());
  };
  EXPECT_EQ(drawn(1, 7).size(), 1002U);
  EXPECT_EQ(drawn(1, 7), drawn(1, 7));
  EXPECT_NE(drawn(1, 7), drawn(1, 8));
  EXPECT_NE(drawn(1, 7), drawn(2, 7));
}

}  // namespace
}  // namespace honestrank::metrics

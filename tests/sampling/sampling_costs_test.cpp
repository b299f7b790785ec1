#include "honestrank/sampling/sampling_costs.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

namespace honestrank {
namespace {

struct User {
  std::uint64_t samples = 0;
  std::uint64_t above = 0;
  std::uint64_t items = 100;
};

SampledRanks sampled_ranks(const std::vector<User>& users) {
  SampledRanks sampled;
  for (const User& user : users) {
    sampled.ranks.user.push_back(static_cast<std::uint32_t>(sampled.ranks.user.size()));
    sampled.ranks.items.push_back(user.samples + 1);
    sampled.ranks.unranked.push_back(0);
    sampled.ranks.groups.push_back({user.above, 1, 1});
    sampled.ranks.group_begin.push_back(sampled.ranks.groups.size());
    sampled.population.push_back(user.items);
  }
  return sampled;
}

TEST(SamplingCosts, AreItemsDrawnForEachUserTold) {
  const SampledRanks sampled = sampled_ranks({{9, 3}, {9, 1}, {9, 1}, {19, 2}, {39, 0}, {39, 0}});
  const auto costs = sampling_costs(sampled);
  ASSERT_EQ(costs.size(), 3U);
  EXPECT_EQ(costs[0].users, 6U);
  EXPECT_EQ(costs[0].told, 3U);
  EXPECT_EQ(costs[0].cost, 6 * 9 / 3.0);
  EXPECT_EQ(costs[1].users, 3U);
  EXPECT_EQ(costs[1].cost, 3 * 10 / 1.0);
  EXPECT_EQ(costs[2].users, 2U);
  EXPECT_EQ(costs[2].told, 0U);
  EXPECT_TRUE(std::isinf(costs[2].cost));
  EXPECT_EQ(sampling_costs(sampled, 2)[0].told, 1U);
}

/// Drawn without replacement, a user ends where there is nothing left.
TEST(SamplingCosts, CountUsersWhoRunOutOfItems) {
  SampledRanks sampled = sampled_ranks({{9, 3}, {19, 2}, {25, 0, 26}, {39, 1}});
  sampled.replacement = Replacement::without;
  const auto costs = sampling_costs(sampled);
  ASSERT_EQ(costs.size(), 3U);
  EXPECT_EQ(costs[2].samples, 39U);
  EXPECT_EQ(costs[2].users, 2U);
  EXPECT_EQ(costs[2].cost, (25 - 19) + (39 - 19));
}

TEST(SamplingCosts, EndWhereRankingEverythingTakesLess) {
  const std::vector<SamplingCost> costs{{9, 6, 3, 18}, {19, 3, 1, 30}, {39, 2, 0, INFINITY}};
  EXPECT_EQ(worthwhile_samples(costs, 100), 19U);
  EXPECT_EQ(worthwhile_samples(costs, 30), 9U);
  EXPECT_EQ(worthwhile_samples(costs, 10), 0U);
  EXPECT_EQ(worthwhile_samples({}, 10), 0U);
}

}  // namespace
}  // namespace honestrank

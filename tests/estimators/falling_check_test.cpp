#include "honestrank/estimators/falling_check.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "honestrank/base/random.h"

namespace honestrank {
namespace {

constexpr std::uint64_t kItems = 2000;  // beyond 400 there are cells

/// Users whose items stand at `rank(uniform)`, sampled until `enough` items are above.
template <typename Rank>
SampledCounts sampled_users(std::uint64_t seed, const std::vector<std::uint64_t>& sizes,
                            std::uint64_t enough, const Rank& rank, std::uint32_t users = 2000) {
  const CounterRandom random(seed, 5);
  SampledCounts counts;
  counts.irrelevant = kItems - 1;
  for (const std::uint64_t samples : sizes) {
    counts.sizes.push_back({samples, std::vector<double>(samples + 1)});
  }
  for (std::uint32_t user = 0; user < users; ++user) {
    const std::uint64_t above_all = rank(random.uniform(user, 0)) - 1;
    std::uint64_t above = 0;
    std::uint32_t draw = 0;
    for (std::size_t size = 0; size < sizes.size(); ++size) {
      for (; draw < sizes[size]; ++draw) {
        above += random.below(kItems - 1, user, draw + 1) < above_all ? 1U : 0U;
      }
      if (above < enough && size + 1 < sizes.size()) continue;
      ++counts.sizes[size].users[above];
      break;
    }
  }
  return counts;
}

std::uint64_t falling_rank(double uniform) {
  return static_cast<std::uint64_t>(std::pow(static_cast<double>(kItems), uniform));
}

/// Nobody at the top.
std::uint64_t rising_rank(double uniform) { return 60 + static_cast<std::uint64_t>(uniform * 40); }

TEST(FallingCheck, SeldomRejectsDistributionsThatFall) {
  int rejected = 0;
  for (std::uint64_t seed = 0; seed < 4; ++seed) {
    rejected += falling_p_value(sampled_users(seed, {50}, 1, falling_rank), {.draws = 19}) <= 0.05;
    rejected += falling_p_value(sampled_users(seed, {9, 19, 39, 79}, 2, falling_rank),
                                {.draws = 19}) <= 0.05;
  }
  EXPECT_LE(rejected, 2);  // of 8: more has a probability of 0.6 % at a level of 5 %
}

/// Half of all in the top 100, the others anywhere: learning is far from its end after 300 steps,
/// and the further the more users there are.
TEST(FallingCheck, DoesNotTakeUnfinishedLearningForAContradiction) {
  const auto rank = [](double uniform) {
    const double twice = 2 * uniform;
    return 1 + static_cast<std::uint64_t>(twice < 1 ? twice * 100 : (twice - 1) * kItems);
  };
  EXPECT_GT(falling_p_value(sampled_users(1, {50}, 1, rank, 100000), {.draws = 19}), 0.05);
}

TEST(FallingCheck, IsLeftOutWhereSizesDifferInAnotherWay) {
  EXPECT_TRUE(std::isnan(falling_p_value(sampled_users(1, {50, 70, 200}, 1, falling_rank))));
  SampledCounts counts = sampled_users(1, {9, 19}, 1, falling_rank);
  counts.sizes[0].users[0] = 1;
  EXPECT_TRUE(std::isnan(falling_p_value(counts)));
}

TEST(FallingCheck, SizesThatNobodyStoppedAtMakeNoDifference) {
  SampledCounts counts = sampled_users(1, {9, 19, 39, 79}, 1, falling_rank);
  counts.sizes[1].users.assign(counts.sizes[1].users.size(), 0.0);
  const double p = falling_p_value(counts, {.draws = 19});
  EXPECT_FALSE(std::isnan(p));
  counts.sizes.erase(counts.sizes.begin() + 1);
  EXPECT_EQ(falling_p_value(counts, {.draws = 19}), p);
}

TEST(FallingCheck, RejectsDistributionsThatRise) {
  EXPECT_LE(falling_p_value(sampled_users(1, {50}, 1, rising_rank), {.draws = 19}), 0.05);
  EXPECT_LE(falling_p_value(sampled_users(1, {9, 19, 39, 79}, 2, rising_rank), {.draws = 19}),
            0.05);
}

/// Nobody in the first places, many right behind, as where models put first what users have seen.
TEST(FallingCheck, SeesThatTheFirstPlacesAreEmpty) {
  const auto rank = [](double uniform) { return std::min(kItems, 8 + falling_rank(uniform)); };
  const SampledCounts counts = sampled_users(1, {99, 199, 399, 799, 1599}, 1, rank, 6000);
  EXPECT_LE(falling_p_value(counts, {.draws = 19}), 0.05);
  EXPECT_GT(falling_p_value(counts, {.shape = FallingShape::peaked, .draws = 19}), 0.05);
}

TEST(FallingCheck, RejectsASecondPeak) {
  const auto rank = [](double uniform) {
    return uniform < 0.5 ? 1 + static_cast<std::uint64_t>(uniform * 20)
                         : 400 + static_cast<std::uint64_t>(uniform * 20);
  };
  const FallingCheckOptions peaked{.shape = FallingShape::peaked, .draws = 19};
  EXPECT_LE(falling_p_value(sampled_users(1, {99}, 1, rank), peaked), 0.05);
}

TEST(FallingCheck, HasTheSameBitsForAnyThreads) {
  const SampledCounts counts = sampled_users(3, {9, 19, 39}, 1, falling_rank);
  EXPECT_EQ(falling_p_value(counts, {.draws = 19, .threads = 1}),
            falling_p_value(counts, {.draws = 19, .threads = 3}));
}

}  // namespace
}  // namespace honestrank

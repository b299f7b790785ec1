#include "kernels/score_counting.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "honestrank/base/random.h"
#include "kernels/every_target.h"

namespace honestrank::kernels {
namespace {

template <typename Score>
ScoreCounts counted(const std::vector<Score>& scores, Score threshold) {
  return count_scores(std::span<const Score>(scores), threshold);
}

template <typename Score>
void expect_reference_at_every_length() {
  const CounterRandom random(7);
  for (std::uint32_t length = 0; length < 200; ++length) {
    // Few distinct values, so that ties are common.
    std::vector<Score> scores(length);
    for (std::uint32_t i = 0; i < length; ++i) {
      scores[i] = static_cast<Score>(random.below(7, length, i)) - 3;
    }
    for (const Score threshold : {Score{-4}, Score{-3}, Score{1}, Score{0.5}, Score{9}}) {
      EXPECT_EQ(counted(scores, threshold),
                count_scores_reference(std::span<const Score>(scores), threshold))
          << "length " << length << ", threshold " << threshold;
    }
  }
}

template <typename Score>
void expect_order_of_special_values() {
  using Limits = std::numeric_limits<Score>;
  const std::vector<Score> scores = {
      Limits::infinity(), Limits::max(),        Score{0},
      -Score{0},          Limits::denorm_min(), -Limits::denorm_min(),
      Limits::lowest(),   -Limits::infinity(),  Limits::infinity()};
  EXPECT_EQ(counted(scores, Score{0}), (ScoreCounts{.above = 4, .equal = 2}));
  EXPECT_EQ(counted(scores, Limits::infinity()), (ScoreCounts{.above = 0, .equal = 2}));
  EXPECT_EQ(counted(scores, -Limits::infinity()), (ScoreCounts{.above = 8, .equal = 1}));
  EXPECT_EQ(counted(scores, Limits::denorm_min()), (ScoreCounts{.above = 3, .equal = 1}));
}

class CountScores : public testing_support::EveryTarget {};

TEST_P(CountScores, AgreesWithTheReferenceAtEveryLength) {
  expect_reference_at_every_length<float>();
  expect_reference_at_every_length<double>();
}

TEST_P(CountScores, OrdersInfinitiesZerosAndTheSmallestNumbers) {
  expect_order_of_special_values<float>();
  expect_order_of_special_values<double>();
}

TEST_P(CountScores, TellsApartDoublesThatAreOneFloat) {
  const std::vector<double> scores(33, 1.0 + 1e-12);
  EXPECT_EQ(counted(scores, 1.0), (ScoreCounts{.above = 33, .equal = 0}));
}

INSTANTIATE_TEST_SUITE_P(, CountScores, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) { return hwy::TargetName(target.param); });

}  // namespace
}  // namespace honestrank::kernels

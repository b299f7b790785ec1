#include "kernels/exact_score.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <vector>

#include "honestrank/base/random.h"
#include "kernels/every_target.h"

namespace honestrank::kernels {
namespace {

class ExactScores : public testing_support::EveryTarget {};

/// With the same bits as one score at a time, for any size of values: the order of sums matters.
TEST_P(ExactScores, AreThoseOfOnePairAtATime) {
  const CounterRandom random(5);
  for (std::uint32_t columns = 0; columns < 300; columns += columns < 70 ? 1 : 37) {
    std::vector<float> values(2 * kExactScores * columns);
    for (std::uint32_t i = 0; i < values.size(); ++i) {
      const auto size = static_cast<int>(random.below(60, columns, i)) - 30;
      values[i] = static_cast<float>(std::ldexp(random.normal(columns, i), size));
    }
    const float* left[kExactScores];
    const float* right[kExactScores];
    for (std::size_t i = 0; i < kExactScores; ++i) {
      left[i] = values.data() + 2 * i * columns;
      right[i] = left[i] + columns;
    }
    double sums[kExactScores];
    exact_scores(left, right, columns, sums);
    for (std::size_t i = 0; i < kExactScores; ++i) {
      EXPECT_EQ(sums[i], exact_score(left[i], right[i], columns)) << columns << " columns";
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, ExactScores, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) { return hwy::TargetName(target.param); });

}  // namespace
}  // namespace honestrank::kernels

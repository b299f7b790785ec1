#include "kernels/rank_update.h"

#include <gtest/gtest.h>

#include <vector>

#include "honestrank/base/random.h"
#include "kernels/every_target.h"

namespace honestrank::kernels {
namespace {

class RankUpdate : public testing_support::EveryTarget {};

TEST_P(RankUpdate, HasTheBitsOfThePlainLoopAndTouchesItsTileAlone) {
  constexpr std::size_t kStride = kUpdateColumns + 5;
  const CounterRandom random(1);
  for (const std::uint32_t depth : {0U, 1U, 7U, 192U}) {
    const auto draw = [&](std::size_t count, std::uint32_t stream) {
      std::vector<float> values(count);
      for (std::size_t i = 0; i < count; ++i) {
        values[i] = static_cast<float>(random.normal(i, 10 * depth + stream));
      }
      return values;
    };
    const auto left = draw(depth * kUpdateRows, 0);
    const auto right = draw(depth * kUpdateColumns, 1);
    auto expected = draw(kUpdateRows * kStride, 2);
    auto actual = expected;
    subtract_products_reference(left.data(), right.data(), depth, expected.data(), kStride);
    subtract_products(left.data(), right.data(), depth, actual.data(), kStride);
    EXPECT_EQ(actual, expected) << depth;
  }
}

INSTANTIATE_TEST_SUITE_P(, RankUpdate, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) { return hwy::TargetName(target.param); });

}  // namespace
}  // namespace honestrank::kernels

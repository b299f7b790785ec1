// As common_bits.cpp has it, so that its targets are the ones tested.
#define HWY_WANT_AVX3_DL
#include "kernels/common_bits.h"

#include <gtest/gtest.h>

#include <vector>

#include "honestrank/base/random.h"
#include "kernels/every_target.h"

namespace honestrank::kernels {
namespace {

class CommonBits : public testing_support::EveryTarget {};

TEST_P(CommonBits, AreCountedAsByThePlainLoop) {
  const CounterRandom random(2);
  for (const std::uint32_t words : {0U, 1U, 2U, 95U}) {
    const auto draw = [&](std::uint32_t stream) {
      std::vector<std::uint64_t> bits(words * kBitRows);
      for (std::size_t i = 0; i < bits.size(); ++i) bits[i] = random.bits(i, stream);
      if (words > 1) bits[3] = ~std::uint64_t{0};
      return bits;
    };
    const auto left = draw(0);
    const auto right = draw(1);
    std::vector<std::uint64_t> expected(kBitRows * kBitRows, 1);
    std::vector<std::uint64_t> actual(kBitRows * kBitRows, 2);
    count_common_bits_reference(left.data(), right.data(), words, expected.data());
    count_common_bits(left.data(), right.data(), words, actual.data());
    EXPECT_EQ(actual, expected) << words;
  }
}

INSTANTIATE_TEST_SUITE_P(, CommonBits, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) { return hwy::TargetName(target.param); });

}  // namespace
}  // namespace honestrank::kernels

#include "honestrank/base/random.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdint>

namespace honestrank {
namespace {

TEST(CounterRandom, IsPhilox4x32WithTenRounds) {
  // Known answers published with Random123 (kat_vectors, philox4x32 10).
  const auto zeros = CounterRandom(0, 0).block(0, 0);
  EXPECT_EQ(zeros, (std::array<std::uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}));
  const auto ones =
      CounterRandom(0xffffffffffffffff, 0xffffffff).block(0xffffffffffffffff, 0xffffffff);
  EXPECT_EQ(ones, (std::array<std::uint32_t, 4>{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}));
}

TEST(CounterRandom, SeedStreamAndBothCountersAllMatter) {
  const std::uint64_t base = CounterRandom(1, 2).bits(3, 4);
  EXPECT_NE(base, CounterRandom(2, 2).bits(3, 4));
  EXPECT_NE(base, CounterRandom(1, 3).bits(3, 4));
  EXPECT_NE(base, CounterRandom(1, 2).bits(4, 4));
  EXPECT_NE(base, CounterRandom(1, 2).bits(3, 5));
  EXPECT_EQ(base, CounterRandom(1, 2).bits(3, 4));
}

TEST(CounterRandom, UniformAndNormalHaveTheirMoments) {
  constexpr int kDraws = 200000;
  const CounterRandom random(7);
  double uniform_sum = 0;
  double normal_sum = 0;
  double normal_squares = 0;
  for (std::uint32_t i = 0; i < kDraws; ++i) {
    const double u = random.uniform(1, i);
    ASSERT_GE(u, 0.0);
    ASSERT_LT(u, 1.0);
    const double z = random.normal(2, i);
    uniform_sum += u;
    normal_sum += z;
    normal_squares += z * z;
  }
  // Five standard errors of each mean.
  EXPECT_NEAR(uniform_sum / kDraws, 0.5, 5 * std::sqrt(1.0 / 12 / kDraws));
  EXPECT_NEAR(normal_sum / kDraws, 0.0, 5 * std::sqrt(1.0 / kDraws));
  EXPECT_NEAR(normal_squares / kDraws, 1.0, 5 * std::sqrt(2.0 / kDraws));
}

TEST(CounterRandom, BelowCoversItsRangeEvenly) {
  constexpr int kDraws = 60000;
  std::array<int, 6> counts{};
  for (std::uint32_t i = 0; i < kDraws; ++i) ++counts.at(CounterRandom(3).below(6, 0, i));
  double chi_square = 0;
  for (const int count : counts) chi_square += std::pow(count - kDraws / 6.0, 2) / (kDraws / 6.0);
  EXPECT_LT(chi_square, 25.0);  // 5 degrees of freedom: exceeded with probability 1.4e-4
}

}  // namespace
}  // namespace honestrank

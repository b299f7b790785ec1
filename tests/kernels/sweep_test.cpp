#include "kernels/sweep.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "honestrank/base/random.h"
#include "kernels/every_target.h"

namespace honestrank::kernels {
namespace {

std::vector<double> positive_matrix(std::size_t size) {
  const CounterRandom random(size);
  std::vector<double> matrix(size * size);
  for (std::size_t i = 0; i < matrix.size(); ++i) matrix[i] = random.uniform(i);
  for (std::size_t i = 0; i < size; ++i) matrix[i * size + i] += static_cast<double>(size);
  return matrix;
}

class Sweep : public testing_support::EveryTarget {};

TEST_P(Sweep, HasTheBitsOfThePlainLoop) {
  for (const std::size_t size : {8U, 16U, 24U, 96U}) {
    auto expected = positive_matrix(size);
    auto actual = expected;
    std::vector<double> row(size);
    ASSERT_TRUE(sweep_reference(expected.data(), size, row.data()));
    ASSERT_TRUE(sweep(actual.data(), size, row.data()));
    for (std::size_t i = 0; i < size; ++i) {
      for (std::size_t j = i; j < size; ++j) {
        ASSERT_EQ(actual[i * size + j], expected[i * size + j]) << size;
      }
    }
  }
}

TEST_P(Sweep, GivesMinusTheInverse) {
  constexpr std::size_t kSize = 40;
  const auto matrix = positive_matrix(kSize);
  auto inverse = matrix;
  std::vector<double> row(kSize);
  ASSERT_TRUE(sweep(inverse.data(), kSize, row.data()));
  const auto entry = [](const std::vector<double>& of, std::size_t i, std::size_t j) {
    return of[std::min(i, j) * kSize + std::max(i, j)];
  };
  for (std::size_t i = 0; i < kSize; ++i) {
    for (std::size_t j = 0; j < kSize; ++j) {
      double sum = 0;
      for (std::size_t k = 0; k < kSize; ++k) sum += entry(matrix, i, k) * entry(inverse, k, j);
      EXPECT_NEAR(sum, i == j ? -1 : 0, 1e-12);
    }
  }
}

TEST_P(Sweep, RefusesAPivotThatIsNotPositiveAndFinite) {
  for (const double pivot : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    auto matrix = positive_matrix(16);
    matrix[9 * 16 + 9] = pivot;
    std::vector<double> row(16);
    EXPECT_FALSE(sweep(matrix.data(), 16, row.data()));
  }
}

INSTANTIATE_TEST_SUITE_P(, Sweep, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) { return hwy::TargetName(target.param); });

}  // namespace
}  // namespace honestrank::kernels

#include "kernels/symmetric_system.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "honestrank/base/random.h"
#include "kernels/every_target.h"

namespace honestrank::kernels {
namespace {

constexpr std::size_t kSizes[] = {16, 32, 48, 64, 80, 128, 144};

std::vector<float> normal_values(std::size_t count, std::uint64_t seed) {
  const CounterRandom random(seed);
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(random.normal(i));
  return values;
}

/// A positive definite matrix: the outer products of twice as many rows as it has.
std::vector<float> positive_matrix(std::size_t size, std::uint64_t seed) {
  std::vector<float> matrix(size * size);
  add_outer_products_reference(normal_values(2 * size * size, seed).data(), 2 * size, size,
                               matrix.data());
  for (std::size_t i = 0; i < size; ++i) matrix[i * size + i] += 1;
  return matrix;
}

class SymmetricSystem : public testing_support::EveryTarget {};

TEST_P(SymmetricSystem, AddsOuterProductsWithTheBitsOfThePlainLoop) {
  for (const std::size_t size : kSizes) {
    for (const std::size_t count : {0U, 1U, 2U, 63U, 64U, 65U, 200U}) {
      const auto rows = normal_values(count * size, 100 * size + count);
      auto expected = normal_values(size * size, size);
      auto actual = expected;
      add_outer_products_reference(rows.data(), count, size, expected.data());
      add_outer_products(rows.data(), count, size, actual.data());
      for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = i; j < size; ++j) {
          ASSERT_EQ(actual[i * size + j], expected[i * size + j]) << size << " " << count;
        }
      }
    }
  }
}

TEST_P(SymmetricSystem, SolvesWithTheBitsOfThePlainLoop) {
  for (const std::size_t size : kSizes) {
    auto matrix = positive_matrix(size, size);
    auto expected = normal_values(size, 7);
    auto actual = expected;
    auto other = matrix;
    std::vector<float> inverse(size);
    ASSERT_TRUE(solve_symmetric_reference(matrix.data(), size, expected.data(), inverse.data()));
    ASSERT_TRUE(solve_symmetric(other.data(), size, actual.data(), inverse.data()));
    EXPECT_EQ(actual, expected) << size;
  }
}

TEST_P(SymmetricSystem, GivesAVectorThatSolvesTheSystem) {
  constexpr std::size_t kSize = 64;
  const auto matrix = positive_matrix(kSize, 3);
  const auto right = normal_values(kSize, 4);
  auto factor = matrix;
  auto solution = right;
  std::vector<float> inverse(kSize);
  ASSERT_TRUE(solve_symmetric(factor.data(), kSize, solution.data(), inverse.data()));
  for (std::size_t i = 0; i < kSize; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < kSize; ++j) {
      sum += static_cast<double>(matrix[std::min(i, j) * kSize + std::max(i, j)]) *
             static_cast<double>(solution[j]);
    }
    EXPECT_NEAR(sum, right[i], 1e-3);
  }
}

TEST_P(SymmetricSystem, SaysWhereThereIsNoSolution) {
  for (const float pivot : {0.0F, -1.0F, std::nanf("")}) {
    for (const std::size_t bad : {0U, 5U, 31U}) {
      std::vector<float> matrix(32 * 32);
      for (std::size_t i = 0; i < 32; ++i) matrix[i * 32 + i] = i == bad ? pivot : 1;
      std::vector<float> vector(32, 1);
      std::vector<float> inverse(32);
      EXPECT_FALSE(solve_symmetric(matrix.data(), 32, vector.data(), inverse.data()));
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, SymmetricSystem, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) { return hwy::TargetName(target.param); });

}  // namespace
}  // namespace honestrank::kernels

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

std::vector<const float*> row_pointers(const std::vector<float>& values, std::size_t size) {
  std::vector<const float*> rows;
  for (std::size_t at = 0; at + size <= values.size(); at += size) rows.push_back(&values[at]);
  return rows;
}

/// A positive definite matrix: the outer products of twice as many rows as it has.
std::vector<float> positive_matrix(std::size_t size, std::uint64_t seed) {
  std::vector<float> matrix(size * size);
  std::vector<float> sum(size);
  const auto values = normal_values(2 * size * size, seed);
  add_outer_products_reference(row_pointers(values, size).data(), 2 * size, size, matrix.data(),
                               sum.data());
  for (std::size_t i = 0; i < size; ++i) matrix[i * size + i] += 1;
  return matrix;
}

class SymmetricSystems : public testing_support::EveryTarget {};

TEST_P(SymmetricSystems, AddsOuterProductsWithTheBitsOfThePlainLoop) {
  for (const std::size_t size : kSizes) {
    for (const std::size_t count : {0U, 1U, 2U, 63U, 64U, 65U, 200U}) {
      const auto values = normal_values(count * size, 100 * size + count);
      const auto rows = row_pointers(values, size);
      auto expected = normal_values(size * size, size);
      auto actual = expected;
      auto expected_sum = normal_values(size, 9);
      auto actual_sum = expected_sum;
      add_outer_products_reference(rows.data(), count, size, expected.data(), expected_sum.data());
      add_outer_products(rows.data(), count, size, actual.data(), actual_sum.data());
      EXPECT_EQ(actual_sum, expected_sum);
      for (std::size_t i = 0; i < size; ++i) {
        for (std::size_t j = i; j < size; ++j) {
          ASSERT_EQ(actual[i * size + j], expected[i * size + j]) << size << " " << count;
        }
      }
    }
  }
}

TEST_P(SymmetricSystems, SolvesWithTheBitsOfThePlainLoop) {
  for (const std::size_t size : kSizes) {
    for (std::size_t count = 0; count <= kSystemsAtOnce; ++count) {
      std::vector<std::vector<float>> matrices;
      std::vector<std::vector<float>> vectors;
      std::vector<SymmetricSystem> systems;
      for (std::size_t s = 0; s < count; ++s) {
        matrices.push_back(positive_matrix(size, size + 1000 * s));
        vectors.push_back(normal_values(size, s));
      }
      auto expected = vectors;
      for (std::size_t s = 0; s < count; ++s) {
        auto matrix = matrices[s];
        ASSERT_TRUE(solve_symmetric_reference({matrix.data(), expected[s].data()}, size));
        systems.push_back({matrices[s].data(), vectors[s].data()});
      }
      EXPECT_EQ(SymmetricSolver(size).solve(systems), count);
      EXPECT_EQ(vectors, expected) << size << " " << count;
    }
  }
}

TEST_P(SymmetricSystems, GivesAVectorThatSolvesTheSystem) {
  constexpr std::size_t kSize = 64;
  const auto matrix = positive_matrix(kSize, 3);
  const auto right = normal_values(kSize, 4);
  auto factor = matrix;
  auto solution = right;
  const SymmetricSystem system{factor.data(), solution.data()};
  ASSERT_EQ(SymmetricSolver(kSize).solve({&system, 1}), 1U);
  for (std::size_t i = 0; i < kSize; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < kSize; ++j) {
      sum += static_cast<double>(matrix[std::min(i, j) * kSize + std::max(i, j)]) *
             static_cast<double>(solution[j]);
    }
    EXPECT_NEAR(sum, right[i], 1e-3);
  }
}

TEST_P(SymmetricSystems, SaysWhereThereIsNoSolution) {
  for (const float pivot : {0.0F, -1.0F, std::nanf("")}) {
    for (const std::size_t bad : {0U, 5U, 31U}) {
      std::vector<float> good(32 * 32);
      for (std::size_t i = 0; i < 32; ++i) good[i * 32 + i] = 1;
      std::vector<float> wrong = good;
      wrong[bad * 32 + bad] = pivot;
      std::vector<float> vectors(3 * 32, 1);
      std::vector<float> other = good;
      const SymmetricSystem systems[] = {{good.data(), vectors.data()},
                                         {wrong.data(), vectors.data() + 32},
                                         {other.data(), vectors.data() + 64}};
      EXPECT_EQ(SymmetricSolver(32).solve(systems), 1U);
      EXPECT_EQ(vectors[0], 1);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, SymmetricSystems, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) { return hwy::TargetName(target.param); });

}  // namespace
}  // namespace honestrank::kernels

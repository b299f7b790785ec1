#include "models/symmetric_inverse.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "honestrank/base/random.h"

namespace honestrank {
namespace {

double entry(const SymmetricMatrix& matrix, std::size_t i, std::size_t j) {
  return static_cast<double>(matrix.row(std::min(i, j))[std::max(i, j)]);
}

SymmetricMatrix positive_matrix(std::size_t rows) {
  const CounterRandom random(rows);
  SymmetricMatrix matrix(rows);
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = i; j < rows; ++j) {
      matrix.row(i)[j] = static_cast<float>(random.uniform(i, static_cast<std::uint32_t>(j)));
    }
    matrix.row(i)[i] += static_cast<float>(rows);
  }
  return matrix;
}

TEST(SymmetricInverse, TimesTheMatrixIsMinusOne) {
  for (const std::size_t rows : {1U, 5U, 97U, 192U, 193U, 289U, 400U}) {
    const SymmetricMatrix matrix = positive_matrix(rows);
    SymmetricMatrix inverse = matrix;
    ASSERT_TRUE(invert_negative(inverse, 2));
    for (std::size_t i = 0; i < rows; ++i) {
      for (std::size_t j = 0; j < rows; ++j) {
        double sum = 0;
        for (std::size_t k = 0; k < rows; ++k) sum += entry(matrix, i, k) * entry(inverse, k, j);
        ASSERT_NEAR(sum, i == j ? -1 : 0, 1e-5) << rows;
      }
    }
  }
}

TEST(SymmetricInverse, HasTheSameBitsForAnyNumberOfThreads) {
  SymmetricMatrix one = positive_matrix(500);
  SymmetricMatrix seven = one;
  ASSERT_TRUE(invert_negative(one, 1));
  ASSERT_TRUE(invert_negative(seven, 7));
  for (std::size_t i = 0; i < one.rows; ++i) {
    EXPECT_TRUE(std::equal(one.row(i) + i, one.row(i) + one.rows, seven.row(i) + i)) << i;
  }
}

TEST(SymmetricInverse, RefusesAMatrixThatIsNotPositiveDefinite) {
  SymmetricMatrix matrix = positive_matrix(300);
  matrix.row(250)[250] = -1;
  EXPECT_FALSE(invert_negative(matrix, 1));
}

}  // namespace
}  // namespace honestrank

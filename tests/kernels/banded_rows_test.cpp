#include "kernels/banded_rows.h"

#include <gtest/gtest.h>

#include <vector>

#include "honestrank/base/random.h"
#include "kernels/every_target.h"

namespace honestrank::kernels {
namespace {

class BandedRowsTest : public testing_support::EveryTarget {};

TEST_P(BandedRowsTest, HaveTheBitsOfThePlainLoops) {
  const CounterRandom random(11);
  constexpr std::size_t kRows = 40;
  constexpr std::size_t kColumns = 100;
  std::vector<std::uint64_t> first;
  std::vector<std::size_t> begin{0};
  std::vector<double> value;
  for (std::uint32_t row = 0; row < kRows; ++row) {
    first.push_back(random.below(kColumns, row));
    const std::size_t length = random.below(kColumns - first.back() + 1, row, 1);
    for (std::size_t i = 0; i < length; ++i) value.push_back(random.normal(value.size(), 2));
    value.resize((value.size() + kBandStep - 1) / kBandStep * kBandStep);
    begin.push_back(value.size());
  }
  const BandedRows rows{first, begin, value.data()};
  std::vector<double> weights(kRows);
  for (std::uint32_t row = 0; row < kRows; ++row) {
    weights[row] = row % 5 == 0 ? 0 : random.normal(row, 3);
  }
  std::vector<double> expected(kColumns + kBandStep, 7);
  std::vector<double> actual(kColumns + kBandStep, 8);
  mix_rows_reference(rows, weights, expected);
  mix_rows(rows, weights, actual);
  EXPECT_EQ(actual, expected);

  std::vector<double> products(kRows, 0.5);
  std::vector<double> expected_products = products;
  multiply_rows(rows, expected, products);
  multiply_rows_reference(rows, expected, expected_products);
  EXPECT_EQ(products, expected_products);
  constexpr std::size_t kStride = kColumns + kBandStep;
  std::vector<double> squares(kStride * kStride, 0.25);
  std::vector<double> expected_squares = squares;
  add_squares(rows, weights, squares.data(), kStride);
  add_squares_reference(rows, weights, expected_squares.data(), kStride);
  for (std::size_t c = 0; c < kColumns; ++c) {
    for (std::size_t i = c; i < kColumns; ++i) {
      ASSERT_EQ(squares[c * kStride + i], expected_squares[c * kStride + i]) << c << " " << i;
    }
  }

  // Both are the same bilinear form.
  double mixed = 0;
  double multiplied = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) mixed += expected[i] * expected[i];
  for (std::size_t row = 0; row < kRows; ++row) multiplied += weights[row] * (products[row] - 0.5);
  EXPECT_NEAR(mixed, multiplied, 1e-9 * mixed);
}

INSTANTIATE_TEST_SUITE_P(, BandedRowsTest, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) { return hwy::TargetName(target.param); });

}  // namespace
}  // namespace honestrank::kernels

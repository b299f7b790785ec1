#include "kernels/row_sums.h"

#include <gtest/gtest.h>

#include <vector>

#include "honestrank/base/random.h"
#include "kernels/every_target.h"

namespace honestrank::kernels {
namespace {

class RowSums : public testing_support::EveryTarget {};

TEST_P(RowSums, HaveTheBitsOfThePlainLoop) {
  constexpr std::size_t kRows = 9;
  constexpr std::size_t kStride = 211;
  const CounterRandom random(7);
  std::vector<float> matrix(kRows * kStride);
  for (std::size_t i = 0; i < matrix.size(); ++i) matrix[i] = static_cast<float>(random.normal(i));
  const std::vector<std::uint32_t> row = {0, 2, 3, 5, 8};
  const std::vector<float> weights = {0.3F, -2, 1, 0, 1e10F};
  for (const bool weighted : {false, true}) {
    for (std::size_t count = 0; count <= row.size(); ++count) {
      const WeightedRows rows{matrix.data(), kStride, std::span(row).first(count),
                              std::span(weights).first(weighted ? count : 0)};
      for (const std::size_t first : {0U, 3U}) {
        for (std::size_t columns = 0; columns < 200; ++columns) {
          std::vector<double> expected(columns, 1);
          std::vector<double> actual(columns, 2);
          sum_rows_reference(rows, first, expected);
          sum_rows(rows, first, actual);
          ASSERT_EQ(actual, expected) << count << " " << columns;
        }
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, RowSums, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) { return hwy::TargetName(target.param); });

}  // namespace
}  // namespace honestrank::kernels

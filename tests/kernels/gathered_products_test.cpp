#include "kernels/gathered_products.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "honestrank/base/random.h"
#include "kernels/every_target.h"
#include "kernels/exact_score.h"

namespace honestrank::kernels {
namespace {

double length(const float* values, std::size_t count) {
  double sum = 0;
  for (std::size_t i = 0; i < count; ++i) {
    sum += static_cast<double>(values[i]) * static_cast<double>(values[i]);
  }
  return std::sqrt(sum);
}

/// Within the bound of the exact product, for the kernel and the plain loop.
void expect_products_within_the_bound(double scale) {
  constexpr std::size_t kRows = 40;
  const CounterRandom random(3);
  for (const std::size_t columns : {1U, 2U, 3U, 7U, 16U, 31U, 64U, 65U, 200U, 513U}) {
    std::vector<float> vector(columns);
    std::vector<float> table(kRows * columns);
    for (std::size_t i = 0; i < columns; ++i) {
      vector[i] = static_cast<float>(scale * random.normal(i, 1));
    }
    for (std::size_t i = 0; i < table.size(); ++i) {
      table[i] = static_cast<float>(scale * random.normal(i, 2));
    }
    for (std::size_t count = 0; count < 30; ++count) {
      std::vector<std::uint32_t> rows;
      for (std::uint32_t i = 0; i < count; ++i) {
        rows.push_back(static_cast<std::uint32_t>(random.below(kRows, count, i)));
      }
      std::vector<float> sums(count + 1, -7);
      std::vector<float> plain(count);
      gathered_products(vector.data(), table.data(), columns, rows.data(), count, sums.data());
      gathered_products_reference(vector.data(), table.data(), columns, rows.data(), count,
                                  plain.data());
      EXPECT_EQ(sums[count], -7) << "nothing is written behind the last one";
      for (std::size_t i = 0; i < count; ++i) {
        const float* const row = table.data() + rows[i] * columns;
        const double exact = exact_score(vector.data(), row, columns);
        const double bound =
            product_error(columns) * length(vector.data(), columns) * length(row, columns) +
            kProductUnderflow * static_cast<double>(columns);
        ASSERT_NEAR(sums[i], exact, bound) << columns << " " << count;
        ASSERT_NEAR(plain[i], exact, bound) << columns << " " << count;
      }
    }
  }
}

using GatheredProducts = testing_support::EveryTarget;

TEST_P(GatheredProducts, AreWithinTheirBound) {
  for (const double scale : {1.0, 1e-20, 1e-24, 1e15}) expect_products_within_the_bound(scale);
}

INSTANTIATE_TEST_SUITE_P(, GatheredProducts, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) { return hwy::TargetName(target.param); });

}  // namespace
}  // namespace honestrank::kernels

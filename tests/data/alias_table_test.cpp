#include "data/alias_table.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "honestrank/base/random.h"

namespace honestrank {
namespace {

TEST(AliasTable, DrawsInProportionToTheWeights) {
  constexpr std::uint32_t kDraws = 200000;
  const std::vector<std::vector<std::uint32_t>> cases = {
      {5}, {1, 1}, {1, 2, 3, 4}, {1000000000, 1, 500000000, 7, 7}, {3, 3, 3}};
  for (const std::vector<std::uint32_t>& weights : cases) {
    const AliasTable table(weights);
    std::vector<double> counts(weights.size());
    for (std::uint32_t i = 0; i < kDraws; ++i) ++counts.at(table.draw(CounterRandom(5).bits(0, i)));
    const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
    for (std::size_t i = 0; i < weights.size(); ++i) {
      const double p = weights[i] / total;
      // Five standard deviations of a binomial count, and one for those that are hardly ever drawn.
      EXPECT_NEAR(counts[i], kDraws * p, 5 * std::sqrt(kDraws * p * (1 - p)) + 1);
    }
  }
}

TEST(AliasTable, CoversTheWholeRangeOfBits) {
  const std::vector<std::uint32_t> weights = {1, 4294967295U, 2};
  const AliasTable table(weights);
  EXPECT_LT(table.draw(0), 3U);
  EXPECT_LT(table.draw(std::numeric_limits<std::uint64_t>::max()), 3U);
}

}  // namespace
}  // namespace honestrank

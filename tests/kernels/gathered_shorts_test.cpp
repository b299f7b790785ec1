#include "kernels/gathered_shorts.h"

#include <gtest/gtest.h>

#include <vector>

#include "honestrank/base/random.h"
#include "kernels/every_target.h"

namespace honestrank::kernels {
namespace {

using GatheredShorts = testing_support::EveryTarget;

TEST_P(GatheredShorts, AreThePlainSums) {
  constexpr std::size_t kRows = 40;
  const CounterRandom random(3);
  for (const std::size_t columns : {32U, 64U, 96U, 512U}) {
    for (const std::uint64_t most : {3U, 1400U}) {  // up to 512 * 1400^2, just below 2^31 / 2
      const auto value = [&](std::size_t i, std::uint32_t stream) {
        return static_cast<std::int16_t>(
            static_cast<std::int64_t>(random.below(2 * most + 1, i, stream)) -
            static_cast<std::int64_t>(most));
      };
      std::vector<std::int16_t> vector(columns);
      std::vector<std::int16_t> table(kRows * columns);
      for (std::size_t i = 0; i < columns; ++i) vector[i] = value(i, 1);
      for (std::size_t i = 0; i < table.size(); ++i) table[i] = value(i, 2);
      for (std::size_t count = 0; count < 30; ++count) {
        std::vector<std::uint32_t> rows;
        for (std::uint32_t i = 0; i < count; ++i) {
          rows.push_back(static_cast<std::uint32_t>(random.below(kRows, count, i)));
        }
        std::vector<std::int32_t> sums(count + 1, -7);
        std::vector<std::int32_t> plain(count + 1, -7);
        gathered_shorts(vector.data(), table.data(), columns, rows.data(), count, sums.data());
        gathered_shorts_reference(vector.data(), table.data(), columns, rows.data(), count,
                                  plain.data());
        EXPECT_EQ(sums, plain) << columns << " " << count;
      }
    }
  }
}

/// The largest values that there may be: one column has all of the length.
TEST_P(GatheredShorts, DoNotOverflow) {
  std::vector<std::int16_t> vector(32);
  std::vector<std::int16_t> table(32);
  vector[7] = 32767;
  table[7] = -32767;
  vector[6] = 1;
  table[6] = 32767;
  const std::uint32_t row = 0;
  std::int32_t sum = 0;
  gathered_shorts(vector.data(), table.data(), 32, &row, 1, &sum);
  EXPECT_EQ(sum, -32767 * 32767 + 32767);
}

INSTANTIATE_TEST_SUITE_P(, GatheredShorts, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) { return hwy::TargetName(target.param); });

}  // namespace
}  // namespace honestrank::kernels

#include "kernels/band.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "honestrank/base/random.h"
#include "kernels/every_target.h"

namespace honestrank::kernels {
namespace {

constexpr std::int32_t kLimit = 1 << 30;

/// Rows of a panel; the vectors are padded to 16, as integer_band wants them.
struct Problem {
  explicit Problem(std::size_t rows) : count(rows) {}

  std::size_t count;
  std::size_t padded = (count + 15) / 16 * 16;
  std::vector<float> threshold = std::vector<float>(padded);
  std::vector<float> length = std::vector<float>(padded);
  std::vector<float> residual = std::vector<float>(padded);
  std::vector<float> tail = std::vector<float>(padded);
  std::vector<std::int32_t> offset = std::vector<std::int32_t>(padded);
  BandPanel panel{};

  struct Band {
    std::vector<std::int32_t> low;
    std::vector<std::int32_t> high;
  };

  Band band() const {
    Band made{std::vector<std::int32_t>(padded), std::vector<std::int32_t>(padded)};
    integer_band({threshold.data(), length.data(), residual.data(), tail.data(), offset.data()},
                 panel, count, made.low.data(), made.high.data());
    return made;
  }

  long double middle(std::size_t r) const {
    return static_cast<long double>(threshold[r]) * panel.inverse_scale;
  }
  long double width(std::size_t r) const {
    return static_cast<long double>(length[r]) * panel.residual +
           static_cast<long double>(residual[r]) * panel.length +
           static_cast<long double>(tail[r]) * panel.tail;
  }
};

long double clipped(long double value) {
  return std::clamp(value, -static_cast<long double>(kLimit), static_cast<long double>(kLimit));
}

/// In long double, whose own errors are 2^-40 of those allowed for.
void expect_certain_and_narrow(const Problem& given) {
  const Problem::Band band = given.band();
  for (std::size_t r = 0; r < given.count; ++r) {
    SCOPED_TRACE(r);
    const long double from = given.middle(r) - given.width(r);
    const long double to = given.middle(r) + given.width(r);
    const std::int32_t low = band.low[r] - given.offset[r];
    const std::int32_t high = band.high[r] - given.offset[r];
    ASSERT_LE(low, high);
    ASSERT_GE(low, -kLimit);
    ASSERT_LE(high, kLimit);
    // Beyond the limits there are no scores to be certain of.
    if (low > -kLimit) {
      EXPECT_LT(static_cast<long double>(low - 1), from);
    }
    if (high < kLimit) {
      EXPECT_GT(static_cast<long double>(high), to);
    }
    // 2 units, 1 for the rounding to integers; 2^-20 of the sizes, and 2^-21 for what that covers.
    const long double slack =
        3 + (0x1p-20L + 0x1p-21L) * (std::abs(given.middle(r)) + given.width(r));
    EXPECT_GE(static_cast<long double>(low), clipped(from) - slack);
    EXPECT_LE(static_cast<long double>(high), clipped(to) + slack);
  }
}

class IntegerBand : public testing_support::EveryTarget {};

TEST_P(IntegerBand, IsCertainAndNarrowForRandomRowsOfAnySize) {
  const CounterRandom random(3);
  for (std::uint32_t trial = 0; trial < 300; ++trial) {
    SCOPED_TRACE(trial);
    std::uint32_t drawn = 0;
    const auto uniform = [&] { return random.uniform(trial, drawn++); };
    // Sizes spread over powers of ten; one in eight is 0.
    const auto size = [&](double smallest, double largest) {
      if (uniform() < 0.125) return 0.0F;
      return static_cast<float>(std::pow(10, smallest + (largest - smallest) * uniform()));
    };
    // Half of the panels look as real ones do.
    const bool usual = trial % 2 == 0;
    Problem given(1 + trial % 67);
    given.panel = usual ? BandPanel{size(-1, 2), size(0, 2), size(2, 4), size(0, 3)}
                        : BandPanel{size(-15, 15), size(-15, 15), size(-15, 15), size(-15, 15)};
    for (std::size_t r = 0; r < given.count; ++r) {
      const float threshold = usual ? size(0, 6) : size(-20, 20);
      given.threshold[r] = uniform() < 0.5 ? threshold : -threshold;
      given.length[r] = usual ? size(2, 4) : size(-15, 15);
      given.residual[r] = usual ? size(0, 2) : size(-15, 15);
      given.tail[r] = usual ? size(0, 3) : size(-15, 15);
      // 128 times a sum of bytes, over up to 2^14 columns.
      given.offset[r] = 128 * static_cast<std::int32_t>((uniform() * 2 - 1) * 127 * 0x1p14);
    }
    expect_certain_and_narrow(given);
    if (HasFailure()) return;
  }
}

TEST_P(IntegerBand, IsAFewUnitsAroundAWholeThreshold) {
  Problem given(16);
  given.panel = {1, 0, 0, 0};
  for (std::size_t r = 0; r < given.count; ++r) {
    given.threshold[r] = static_cast<float>(r) * 100 - 800;
    given.offset[r] = static_cast<std::int32_t>(r) * 1000;
  }
  const Problem::Band band = given.band();
  for (std::size_t r = 0; r < given.count; ++r) {
    const auto middle = static_cast<std::int32_t>(given.threshold[r]) + given.offset[r];
    EXPECT_EQ(band.low[r], middle - 2);
    EXPECT_EQ(band.high[r], middle + 2);
  }
}

TEST_P(IntegerBand, TakesEveryTermIntoItsWidth) {
  for (const int term : {0, 1, 2}) {
    Problem given(16);
    given.panel = {1, term == 0 ? 30.0F : 0, term == 1 ? 30.0F : 0, term == 2 ? 30.0F : 0};
    std::fill(given.length.begin(), given.length.end(), term == 0 ? 10.0F : 5);
    std::fill(given.residual.begin(), given.residual.end(), term == 1 ? 10.0F : 5);
    std::fill(given.tail.begin(), given.tail.end(), term == 2 ? 10.0F : 5);
    const Problem::Band band = given.band();
    EXPECT_EQ(band.low[7], -302);
    EXPECT_EQ(band.high[7], 302);
  }
}

TEST_P(IntegerBand, IsCutOffWhereNoSumGets) {
  Problem given(16);
  given.panel = {1, 1, 0, 0};
  const float thresholds[] = {1e30F, -1e30F, 0x1p30F, -0x1p30F, 0x1p30F - 256, 3e38F, -3e38F, 0};
  std::copy(std::begin(thresholds), std::end(thresholds), given.threshold.begin());
  given.length[7] = 1e36F;
  std::fill(given.offset.begin(), given.offset.end(), 77);
  const Problem::Band band = given.band();
  EXPECT_EQ(band.low[0], kLimit + 77);
  EXPECT_EQ(band.high[0], kLimit + 77);
  EXPECT_EQ(band.low[1], -kLimit + 77);
  EXPECT_EQ(band.high[1], -kLimit + 77);
  EXPECT_EQ(band.low[5], kLimit + 77);
  EXPECT_EQ(band.high[6], -kLimit + 77);
  EXPECT_EQ(band.low[7], -kLimit + 77);
  EXPECT_EQ(band.high[7], kLimit + 77);
  expect_certain_and_narrow(given);
}

TEST_P(IntegerBand, IsOpenFromEndToEndWhereTheWidthIsTooLargeForAFloat) {
  Problem given(16);
  given.panel = {1e18F, 1, 1e30F, 0};
  std::fill(given.residual.begin(), given.residual.end(), 1e30F);
  for (std::size_t r = 0; r < given.count; ++r) {
    given.threshold[r] = r % 2 == 0 ? 1e18F : -1e18F;
  }
  const Problem::Band band = given.band();
  for (std::size_t r = 0; r < given.count; ++r) {
    EXPECT_EQ(band.low[r], -kLimit);
    EXPECT_EQ(band.high[r], kLimit);
  }
}

TEST_P(IntegerBand, SaysHowWideTheWidestIs) {
  for (std::size_t rows = 1; rows < 70; ++rows) {
    const std::size_t padded = (rows + 15) / 16 * 16;
    for (std::size_t at = 0; at < rows; ++at) {
      std::vector<std::int32_t> low(padded, -5);
      std::vector<std::int32_t> high(padded, 5);
      low[at] = static_cast<std::int32_t>(at) - 1000;
      high[at] = 2000;
      ASSERT_EQ(widest_band(low.data(), high.data(), rows), 3000 - static_cast<std::int32_t>(at));
      low[at] = -kLimit;
      high[at] = kLimit;
      ASSERT_EQ(widest_band(low.data(), high.data(), rows), 2'147'483'647);
    }
  }
}

TEST_P(IntegerBand, WrapsThresholds) {
  const CounterRandom random(8);
  for (const double size : {1.0, 1e3, 3e9, 1e12, 0x1p49}) {
    for (std::uint32_t rows = 1; rows < 40; ++rows) {
      std::vector<double> threshold((rows + 15) / 16 * 16);
      for (std::uint32_t r = 0; r < rows; ++r) threshold[r] = size * random.normal(rows, r) / 8;
      threshold[0] = size;
      const double shift = size / 7;
      std::vector<std::int32_t> found(threshold.size());
      std::vector<std::int32_t> wanted(threshold.size());
      wrapped_thresholds(threshold.data(), 1.25, shift, rows, found.data());
      wrapped_thresholds_reference(threshold.data(), 1.25, shift, rows, wanted.data());
      for (std::uint32_t r = 0; r < rows; ++r) {
        ASSERT_EQ(found[r], wanted[r]) << size << " row " << r;
        const long double exact = static_cast<long double>(threshold[r]) * 1.25L - shift;
        const auto off = std::remainder(exact - found[r], 0x1p32L);
        ASSERT_LE(std::abs(off), 1 + 0x1p-52L * std::abs(exact));
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, IntegerBand, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) { return hwy::TargetName(target.param); });

}  // namespace
}  // namespace honestrank::kernels

#include "kernels/integer_rounding.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "honestrank/base/random.h"
#include "kernels/every_target.h"

namespace honestrank::kernels {
namespace {

using Bytes = std::vector<std::int8_t>;

struct Rounded {
  RoundedVector known;
  Bytes bytes;
};

constexpr std::int8_t kUntouched = 99;

/// Behind the bytes stands one that must stay.
Rounded rounded(const std::vector<float>& values, float inverse_scale) {
  Rounded made{{}, Bytes(values.size() + 1, kUntouched)};
  made.known = round_to_bytes(values.data(), values.size(), inverse_scale, made.bytes.data());
  return made;
}

Rounded reference(const std::vector<float>& values, float inverse_scale) {
  Rounded made{{}, Bytes(values.size() + 1, kUntouched)};
  made.known =
      round_to_bytes_reference(values.data(), values.size(), inverse_scale, made.bytes.data());
  return made;
}

/// Lengths in long double, in which products of two floats, and their distance from a byte, are
/// exact wherever it has 64 bits.
struct Lengths {
  long double bytes = 0;
  long double residual = 0;
  long double quotients = 0;
};

template <typename Integers>
Lengths lengths_of(const std::vector<float>& values, float inverse_scale, const Integers& bytes) {
  Lengths squares;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const long double quotient = static_cast<long double>(values[k]) * inverse_scale;
    const long double residual = quotient - bytes[k];
    squares.bytes += static_cast<long double>(bytes[k]) * bytes[k];
    squares.residual += residual * residual;
    squares.quotients += quotient * quotient;
  }
  return {std::sqrt(squares.bytes), std::sqrt(squares.residual), std::sqrt(squares.quotients)};
}

void expect_bounds(const RoundedVector& known, const Lengths& lengths) {
  // What covers residuals whose squares are too small for float32.
  constexpr long double kVanishing = 0x1p-39L;
  EXPECT_GE(static_cast<long double>(known.length), lengths.bytes);
  EXPECT_GE(static_cast<long double>(known.residual), lengths.residual);
  // And not larger than the margins explain: 2^-10, and 2^-22 of the quotients, with room.
  EXPECT_LE(static_cast<long double>(known.length), lengths.bytes * (1 + 0x1p-9L));
  EXPECT_LE(static_cast<long double>(known.residual),
            lengths.residual * (1 + 0x1p-9L) + lengths.quotients * 0x1p-21L + kVanishing);
}

void expect_right(const std::vector<float>& values, float inverse_scale) {
  const Rounded found = rounded(values, inverse_scale);
  const Rounded wanted = reference(values, inverse_scale);
  EXPECT_EQ(found.bytes, wanted.bytes);
  EXPECT_EQ(found.bytes.back(), kUntouched);
  EXPECT_EQ(found.known.sum, wanted.known.sum);
  std::int32_t sum = 0;
  for (std::size_t k = 0; k < values.size(); ++k) sum += found.bytes[k];
  EXPECT_EQ(found.known.sum, sum);
  const Lengths lengths = lengths_of(values, inverse_scale, found.bytes);
  expect_bounds(found.known, lengths);
  expect_bounds(wanted.known, lengths);
}

TEST(RoundToBytesReference, RoundsToTheNearestAndHalvesToEven) {
  const std::vector<float> values = {0.5F,   1.5F, -2.5F,  -0.5F, 0.75F,
                                     126.5F, 127,  127.5F, 300,   -1e9F};
  const Rounded made = reference(values, 1);
  EXPECT_EQ(made.bytes, (Bytes{0, 2, -2, 0, 1, 126, 127, 127, 127, -127, kUntouched}));
  EXPECT_EQ(made.known.sum, 381);
}

class RoundToBytes : public testing_support::EveryTarget {};

TEST_P(RoundToBytes, AgreesWithTheReferenceAtEveryLength) {
  const CounterRandom random(11);
  for (std::uint32_t count = 0; count < 150; ++count) {
    std::vector<float> values(count);
    for (std::uint32_t k = 0; k < count; ++k) {
      values[k] = static_cast<float>(random.normal(count, k));
    }
    const float largest = largest_value(values.data(), values.size());
    SCOPED_TRACE(count);
    expect_right(values, largest > 0 ? 127 / largest : 1);
    if (HasFailure()) return;
  }
}

TEST_P(RoundToBytes, SendsHalvesToTheEvenNeighbour) {
  std::vector<float> values;
  for (int half = -260; half <= 260; ++half) values.push_back(static_cast<float>(half) / 2);
  for (std::size_t drop = 0; drop < 20; ++drop) {  // each value in many lanes
    expect_right(values, 1);
    expect_right(values, 0x1p-7F);
    values.pop_back();
  }
  const Rounded made = rounded(std::vector<float>(33, 2.5F), 1);
  EXPECT_EQ(made.bytes, [] {
    Bytes twos(33, 2);
    twos.push_back(kUntouched);
    return twos;
  }());
  EXPECT_EQ(made.known.sum, 66);
}

TEST_P(RoundToBytes, BoundsVectorsOfOneSpikeZerosTinyAndLargeValues) {
  constexpr float kSmallest = std::numeric_limits<float>::denorm_min();
  for (const std::size_t count : {1U, 3U, 4U, 7U, 8U, 15U, 16U, 17U, 33U, 100U, 257U}) {
    SCOPED_TRACE(count);
    for (const float base :
         {0.0F, -0.0F, kSmallest, 1e-38F, 1e-20F, 1e-12F, 1e-3F, 0.4999999F, 1.0F}) {
      SCOPED_TRACE(base);
      for (const float spike : {0.0F, 1.0F, -127.0F, 1e6F, -1e15F}) {
        std::vector<float> values(count, base);
        values[count / 2] = spike;
        for (const float inverse_scale : {1.0F, 126.99999F, 1e-6F, 1e10F, 0x1p-60F}) {
          // Quotients of up to 2^60 are all that squares in float32 hold.
          if (std::abs(spike) * inverse_scale > 0x1p60F) continue;
          if (base * inverse_scale > 0x1p55F) continue;
          expect_right(values, inverse_scale);
          if (HasFailure()) return;
        }
      }
    }
  }
}

TEST_P(RoundToBytes, BoundsUpTo8192Columns) {
  const CounterRandom random(12);
  for (const std::uint32_t count : {1000U, 4095U, 8192U}) {
    std::vector<float> values(count);
    for (std::uint32_t k = 0; k < count; ++k) {
      values[k] = static_cast<float>(random.uniform(count, k)) - 0.5F;
    }
    expect_right(values, 254);
    // All errors of the sums have one sign.
    expect_right(std::vector<float>(count, 0.3F), 1.1F);
  }
}

TEST_P(RoundToBytes, KnowsTheLargestValueWhereverItIs) {
  EXPECT_EQ(largest_value(nullptr, 0), 0.0F);
  for (std::size_t count = 1; count < 70; ++count) {
    for (std::size_t at = 0; at < count; ++at) {
      std::vector<float> values(count, 0.25F);
      values[at] = at % 2 == 0 ? -3.0F : 3.0F;
      EXPECT_EQ(largest_value(values.data(), count), 3.0F) << at << " of " << count;
    }
    const std::vector<float> zeros(count, -0.0F);
    EXPECT_EQ(largest_value(zeros.data(), count), 0.0F);
  }
}

using Shorts = std::vector<std::int16_t>;

/// In long double; see Lengths.
void expect_right_shorts(const std::vector<float>& values, float inverse_scale) {
  constexpr std::int16_t kStays = 31'000;
  Shorts found(values.size() + 1, kStays);
  Shorts wanted(values.size() + 1, kStays);
  const RoundedVector known =
      round_to_shorts(values.data(), values.size(), inverse_scale, found.data());
  const RoundedVector reference =
      round_to_shorts_reference(values.data(), values.size(), inverse_scale, wanted.data());
  EXPECT_EQ(found, wanted);
  EXPECT_EQ(found.back(), kStays);
  EXPECT_EQ(known.sum, reference.sum);
  const Lengths lengths = lengths_of(values, inverse_scale, found);
  expect_bounds(known, lengths);
  expect_bounds(reference, lengths);
}

TEST_P(RoundToBytes, HasABrotherFor16Bits) {
  expect_right_shorts({0.5F, 1.5F, -2.5F, 32'766.5F, 32'767, 32'768, -1e9F, 0}, 1);
  const CounterRandom random(13);
  for (const std::uint32_t count : {0U, 1U, 7U, 8U, 15U, 16U, 17U, 33U, 100U, 257U, 4096U}) {
    SCOPED_TRACE(count);
    std::vector<float> values(count);
    double squares = 0;
    for (std::uint32_t k = 0; k < count; ++k) {
      values[k] = static_cast<float>(random.normal(count, k));
      squares += static_cast<double>(values[k]) * static_cast<double>(values[k]);
    }
    const auto scale = static_cast<float>(32'000 / std::sqrt(std::max(squares, 1e-9)));
    expect_right_shorts(values, scale);
    expect_right_shorts(std::vector<float>(count, 0.3F), 1.1F);
  }
}

INSTANTIATE_TEST_SUITE_P(, RoundToBytes, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) { return hwy::TargetName(target.param); });

}  // namespace
}  // namespace honestrank::kernels

#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

namespace honestrank {

// What vectors are divided by before they are rounded to integers.

/// Scales differ by no more than this factor, and none is smaller than that: quotients of scales,
/// and of values by scales, then fit a float32.
inline constexpr double kSmallestQuotient = 0x1p-60;
inline constexpr double kSmallestScale = 0x1p-100;
inline constexpr double kLargestByte = 127;
inline constexpr double kLargestShort = 32'767;
/// The rounding of the float64 sums that define scores, and more.
inline constexpr double kSumError = 0x1p-40;

/// What rounding multiplies by, for `scale` or something not too small. It is the float32 that
/// counts, so the scale is its inverse.
inline double inverse_scale_for(double scale, double smallest_scale) noexcept {
  const double inverse = 1 / std::max({scale, smallest_scale, kSmallestScale});
  return static_cast<double>(static_cast<float>(inverse));
}

/// A float32 that is not below `value`.
inline float rounded_up(double value) noexcept {
  return std::nextafter(static_cast<float>(value), std::numeric_limits<float>::infinity());
}

}  // namespace honestrank

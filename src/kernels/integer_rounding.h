#pragma once

#include <cstddef>
#include <cstdint>

namespace honestrank::kernels {

/// What is known of a vector after rounding it to integers, in units of the scale.
struct RoundedVector {
  std::int32_t sum = 0;  ///< of the integers
  float length = 0;      ///< of the integers: an upper bound
  float residual = 0;    ///< of values / scale less the integers: an upper bound
};

/// The largest absolute value; 0 for none.
float largest_value(const float* values, std::size_t count) noexcept;

/// Writes values * inverse_scale, rounded to whole numbers between -127 and 127, to `bytes`.
///
/// The bounds hold in real numbers for inverse_scale as given: each quotient is off by at most
/// 2^-24 of itself, and sums of `count` squares by count 2^-24 of themselves, which for up to 2^13
/// columns the margins (2^-10 of the sums, 2^-22 of the quotients) cover many times over.
RoundedVector round_to_bytes(const float* values, std::size_t count, float inverse_scale,
                             std::int8_t* bytes) noexcept;

/// The same with whole numbers between -32767 and 32767.
RoundedVector round_to_shorts(const float* values, std::size_t count, float inverse_scale,
                              std::int16_t* shorts) noexcept;

/// The plain loops that define them, up to the rounding of their sums.
RoundedVector round_to_bytes_reference(const float* values, std::size_t count, float inverse_scale,
                                       std::int8_t* bytes) noexcept;
RoundedVector round_to_shorts_reference(const float* values, std::size_t count, float inverse_scale,
                                        std::int16_t* shorts) noexcept;

}  // namespace honestrank::kernels

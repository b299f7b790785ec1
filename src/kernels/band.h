#pragma once

#include <cstddef>
#include <cstdint>

namespace honestrank::kernels {

/// What the integer thresholds of a row depend on; see integer_band. Arrays padded to 16.
struct BandRows {
  const float* threshold = nullptr;
  const float* length = nullptr;
  const float* residual = nullptr;
  const float* tail = nullptr;
  const std::int32_t* offset = nullptr;
};

/// What they depend on in a panel.
struct BandPanel {
  float inverse_scale = 0;
  float residual = 0;
  float length = 0;
  float tail = 0;
};

/// For each row r, with
///   middle = threshold[r] * panel.inverse_scale
///   width = length[r] * panel.residual + residual[r] * panel.length + tail[r] * panel.tail:
/// the largest low[r] and the smallest high[r], up to a few units, for which every integer below
/// low[r] - offset[r] is certainly below middle - width, and every one from high[r] - offset[r] on
/// is certainly above middle + width, in real numbers.
///
/// Proof of "certainly": the inputs are taken as they are. Each of the 7 operations that lead to
/// middle + width or middle - width has a relative error of at most 2^-24 of a number not larger
/// than |middle| + width, so the sum is off by less than 2^-21 (|middle| + width). Twice that and 2
/// units, which cover the rounding to an integer, are added to the width. Results are cut off at
/// +-2^30; no sum of byte products over 2^14 columns gets there.
void integer_band(const BandRows& rows, const BandPanel& panel, std::size_t count,
                  std::int32_t* low, std::int32_t* high) noexcept;

/// The largest high[r] - low[r], at most 2^31 - 1. Entries up to a multiple of 16 are read and
/// may count.
std::int32_t widest_band(const std::int32_t* low, const std::int32_t* high,
                         std::size_t count) noexcept;

/// Sets wrapped[r] to threshold[r] * factor - shift, rounded to an integer, modulo 2^32. Neither
/// product nor difference may reach 2^51; the integer is off by at most 1 and 2^-52 of the product.
/// Arrays are padded to 16.
void wrapped_thresholds(const double* threshold, double factor, double shift, std::size_t count,
                        std::int32_t* wrapped) noexcept;

/// The plain loop that defines wrapped_thresholds.
void wrapped_thresholds_reference(const double* threshold, double factor, double shift,
                                  std::size_t count, std::int32_t* wrapped) noexcept;

}  // namespace honestrank::kernels

#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/byte_filter.h"

namespace honestrank::kernels {

/// A panel of items against many rows, in float32: as ByteFilter, with scores that are sums of
/// float32 products in rising order of the columns, fused or not as the machine has it.
struct FloatFilter {
  const float* panel = nullptr;  ///< columns x 64 values, aligned to 64 bytes
  std::size_t columns = 0;
  const float* rows = nullptr;  ///< row_count x columns
  std::size_t row_count = 0;    ///< a multiple of kTileRows
  const float* low = nullptr;
  const float* high = nullptr;
  const std::uint64_t* hidden = nullptr;
  std::uint32_t* above = nullptr;
  std::uint64_t* open = nullptr;
  std::size_t hidden_stride = 1;  ///< words from one row's hidden bits to the next's
};

/// Fills `above` and `open`. Which items are above and which open may differ in the last bits of
/// the scores between instruction sets: callers leave room for that between low and high.
void filter_floats(const FloatFilter& filter) noexcept;

/// The plain loop that defines filter_floats, up to the rounding of its sums.
void filter_floats_reference(const FloatFilter& filter) noexcept;

}  // namespace honestrank::kernels

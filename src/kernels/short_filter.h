#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/byte_filter.h"

namespace honestrank::kernels {

/// A panel of items against many rows, in integers of 16 bits: as ByteFilter, with words of two
/// columns, and with signs on both sides. No score, nor any part of its sum, may pass 2^31.
struct ShortFilter {
  const std::int16_t* panel = nullptr;  ///< words x 64 x 2 values, aligned to 64 bytes
  std::size_t words = 0;
  const std::int16_t* rows = nullptr;  ///< row_count x words x 2 values, aligned to 4 bytes
  std::size_t row_count = 0;           ///< a multiple of kTileRows
  const std::int32_t* low = nullptr;
  const std::int32_t* high = nullptr;
  const std::uint64_t* hidden = nullptr;
  std::uint32_t* above = nullptr;
  std::uint64_t* open = nullptr;
  std::size_t hidden_stride = 1;  ///< words from one row's hidden bits to the next's
};

/// Whether this machine multiplies integers of 16 bits faster than floats.
bool has_fast_short_filter() noexcept;

/// Fills `above` and `open`; by AVX-512 VNNI where the machine has it.
void filter_shorts(const ShortFilter& filter) noexcept;

/// The plain loop that defines filter_shorts.
void filter_shorts_reference(const ShortFilter& filter) noexcept;

/// The one that Highway compiles for every instruction set.
void filter_shorts_portable(const ShortFilter& filter) noexcept;

/// The one for AVX-512 VNNI; only where has_fast_byte_filter().
void filter_shorts_vnni(const ShortFilter& filter) noexcept;

}  // namespace honestrank::kernels

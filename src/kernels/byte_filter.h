#pragma once

#include <cstddef>
#include <cstdint>

namespace honestrank::kernels {

/// Items are scored in panels of this many.
inline constexpr std::size_t kPanelItems = 64;
/// Rows (a user and a threshold) are scored in tiles of this many; callers pad to it.
inline constexpr std::size_t kTileRows = 6;

/// The order of items in a panel of bytes, from 0 to 63: such that AVX-512, which narrows vectors
/// in parts of four, finds them in the order of their numbers.
constexpr std::size_t panel_slot(std::size_t item) noexcept {
  const std::size_t vector = item / 32 * 2 + item / 4 % 2;
  return vector * 16 + item % 32 / 8 * 4 + item % 4;
}

/// A panel of items against many rows, in integers: score(r, i) is the dot product of row r, bytes
/// with a sign, and item i, bytes without one.
///
/// Four neighbouring columns make a word. The panel is laid out word by word, each word for all
/// items, that of item i in place panel_slot(i); a row is `words` words. A row's item is above if
/// score >= high[r] and open if low[r] <= score < high[r], in both cases unless its bit of hidden[r
/// * hidden_stride] is set.
struct ByteFilter {
  const std::uint8_t* panel = nullptr;  ///< words x 64 x 4 bytes, aligned to 64
  std::size_t words = 0;
  const std::int8_t* rows = nullptr;  ///< row_count x words x 4 bytes, aligned to 4
  std::size_t row_count = 0;          ///< a multiple of kTileRows
  const std::int32_t* low =
      nullptr;  ///< not above `high`, which is less than 2^31 above all scores
  const std::int32_t* high = nullptr;
  const std::uint64_t* hidden = nullptr;
  std::uint32_t* above = nullptr;  ///< the number of items above is added to it
  std::uint64_t* open = nullptr;   ///< bits of the open items
  std::size_t hidden_stride = 1;   ///< words from one row's hidden bits to the next's
};

/// Whether this machine has the instructions that make filter_bytes pay.
bool has_fast_byte_filter() noexcept;

/// Fills `above` and `open`; by AVX-512 VNNI where the machine has it.
void filter_bytes(const ByteFilter& filter) noexcept;

/// The plain loop that defines filter_bytes.
void filter_bytes_reference(const ByteFilter& filter) noexcept;

/// The one for AVX-512 VNNI; only where has_fast_byte_filter().
void filter_bytes_vnni(const ByteFilter& filter) noexcept;

}  // namespace honestrank::kernels

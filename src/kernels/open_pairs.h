#pragma once

#include <cstddef>
#include <cstdint>

namespace honestrank::kernels {

/// Columns of the vectors that resolve_open_pairs scores are padded to a multiple of this.
inline constexpr std::size_t kColumnPadding = 16;

/// Pairs of a row and an item of a panel, row by row.
struct OpenPairs {
  std::uint32_t* begin = nullptr;  ///< of each row's pairs, and their number behind the last row
  std::uint16_t* row = nullptr;
  std::uint8_t* item = nullptr;
};

/// How many entries of `row` and `item` behind the last pair may be overwritten, and are read.
inline constexpr std::size_t kOpenPairsPadding = 64;

/// Lists the set bits of open[0] to open[rows - 1], row by row, rising in each. Gives their number;
/// `pairs` has room for it and kOpenPairsPadding more.
std::size_t list_open_pairs(const std::uint64_t* open, std::size_t rows,
                            const OpenPairs& pairs) noexcept;

/// The plain loop that defines list_open_pairs.
std::size_t list_open_pairs_reference(const std::uint64_t* open, std::size_t rows,
                                      const OpenPairs& pairs) noexcept;

/// The one for AVX-512 VBMI2, without a branch a row.
std::size_t list_open_pairs_vbmi2(const std::uint64_t* open, std::size_t rows,
                                  const OpenPairs& pairs) noexcept;

/// What listed pairs are scored and judged with, in float32.
struct PairScoring {
  const float* rows = nullptr;   ///< vectors, aligned to 64 bytes, as are the items
  const float* items = nullptr;  ///< of the panel
  std::size_t columns = 0;       ///< a multiple of kColumnPadding, zeros at the end
  /// A score of row r counts as above if it is more than error[r] * length + margin[r] above
  /// threshold[r], and as undecided if it is not as much below. Padded to 16 entries.
  const float* threshold = nullptr;
  const float* error = nullptr;
  const float* margin = nullptr;
  float length = 0;
  /// Memory to work in: two floats a row, padded to 16 each, and a bit a pair, padded to
  /// 64, and 64 more.
  float* low = nullptr;
  float* high = nullptr;
  std::uint64_t* bits = nullptr;
};

/// Scores the pairs of rows 0 to rows - 1. Adds the number of those above to above[r] and lists
/// the numbers of undecided pairs in `undecided`, which has room for all. Gives their number. The
/// order of the sums, and so their last bits, depends on the instruction set: the error of each row
/// must allow for that.
std::size_t resolve_open_pairs(const OpenPairs& pairs, std::size_t rows, const PairScoring& scoring,
                               std::uint32_t* above, std::uint32_t* undecided) noexcept;

/// The plain loop that defines resolve_open_pairs, up to the rounding of its sums.
std::size_t resolve_open_pairs_reference(const OpenPairs& pairs, std::size_t rows,
                                         const PairScoring& scoring, std::uint32_t* above,
                                         std::uint32_t* undecided) noexcept;

}  // namespace honestrank::kernels

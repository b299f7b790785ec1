#pragma once

#include <cstddef>
#include <cstdint>

namespace honestrank::kernels {

/// Columns of the vectors that resolve_open_pairs scores are padded to a multiple of this.
inline constexpr std::size_t kShortPadding = 32;

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

/// The one for AVX-512 VBMI2; a row with few bits takes as long as one with none.
std::size_t list_open_pairs_vbmi2(const std::uint64_t* open, std::size_t rows,
                                  const OpenPairs& pairs) noexcept;

/// What listed pairs are scored and judged with, in integers of 16 bits: the score of a pair is the
/// dot product of its vectors. Scores and thresholds are taken modulo 2^32: they may be larger, as
/// long as they are less than 2^31 apart.
struct PairScoring {
  const std::int16_t* rows = nullptr;   ///< vectors, aligned to 64 bytes, as are the items
  const std::int16_t* items = nullptr;  ///< of the panel
  std::size_t columns = 0;              ///< a multiple of kShortPadding, zeros at the end
  /// A score of row r is below if it is less than low[r], above if it is at least low[r] + span,
  /// else undecided.
  const std::int32_t* low = nullptr;
  std::int32_t span = 0;
  std::uint64_t* bits = nullptr;  ///< memory to work in: a bit a pair, padded to 64, and 64 more
};

/// Scores the pairs of rows 0 to rows - 1. Adds the number of those above to above[r] and lists
/// the numbers of undecided pairs in `undecided`, which has room for all. Gives their number.
std::size_t resolve_open_pairs(const OpenPairs& pairs, std::size_t rows, const PairScoring& scoring,
                               std::uint32_t* above, std::uint32_t* undecided) noexcept;

/// The plain loop that defines resolve_open_pairs.
std::size_t resolve_open_pairs_reference(const OpenPairs& pairs, std::size_t rows,
                                         const PairScoring& scoring, std::uint32_t* above,
                                         std::uint32_t* undecided) noexcept;

/// The one for AVX-512 VNNI.
std::size_t resolve_open_pairs_vnni(const OpenPairs& pairs, std::size_t rows,
                                    const PairScoring& scoring, std::uint32_t* above,
                                    std::uint32_t* undecided) noexcept;

}  // namespace honestrank::kernels

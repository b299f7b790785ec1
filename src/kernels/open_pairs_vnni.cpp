// Compiled for AVX-512 VNNI whatever the rest is compiled for; called only where a machine has it.
#include <immintrin.h>

#include <bit>
#include <cstring>

#include "kernels/open_pairs.h"

namespace honestrank::kernels {
namespace {

constexpr std::size_t kGroup = 16;        // pairs scored before they are compared
constexpr std::size_t kVectorBytes = 64;  // kShortPadding columns

/// What PairScoring and OpenPairs say, in as few registers as possible: g++ 12 runs out of them.
struct Vectors {
  const char* rows;
  const char* items;
  std::size_t bytes;  ///< of a vector
  const std::int32_t* low;
};

/// Products of a pair, less the row's lower threshold, in 16 parts. `Count` vectors of columns; 0
/// if there are as many as `bytes` says.
template <std::size_t Count>
__attribute__((always_inline)) inline __m512i parts_of(const Vectors& vectors, std::size_t row,
                                                       std::size_t item) {
  const char* left = vectors.rows + row * vectors.bytes;
  const char* right = vectors.items + item * vectors.bytes;
  __m512i sum;  // all but lane 0 are set to 0
  asm("vmovd %1, %x0\n\t"
      "vpsubd %x0, %x2, %x0"
      : "=&v"(sum)
      : "m"(vectors.low[row]), "v"(_mm_setzero_si128()));
  // In assembler because g++ 12 moves the sums of _mm512_dpwssd_epi32 to the stack.
  const auto add = [&](std::size_t at) __attribute__((always_inline)) {
    const __m512i loaded = _mm512_load_si512(left + at);
    asm("vpdpwssd %2, %1, %0"
        : "+v"(sum)
        : "v"(loaded), "m"(*reinterpret_cast<const __m512i*>(right + at)));
  };
  if constexpr (Count == 0) {
    for (std::size_t at = 0; at < vectors.bytes; at += kVectorBytes) add(at);
  } else {
#pragma GCC unroll 4
    for (std::size_t i = 0; i < Count; ++i) add(i * kVectorBytes);
  }
  return sum;
}

/// Four pairs at once: their sums are transposed instead of reduced one by one.
template <std::size_t Count>
__attribute__((always_inline)) inline __m128i distances(const Vectors& vectors,
                                                        const std::uint16_t* row,
                                                        const std::uint8_t* item) {
  const __m512i s0 = parts_of<Count>(vectors, row[0], item[0]);
  const __m512i s1 = parts_of<Count>(vectors, row[1], item[1]);
  const __m512i s01 =
      _mm512_add_epi32(_mm512_unpacklo_epi32(s0, s1), _mm512_unpackhi_epi32(s0, s1));
  const __m512i s2 = parts_of<Count>(vectors, row[2], item[2]);
  const __m512i s3 = parts_of<Count>(vectors, row[3], item[3]);
  const __m512i s23 =
      _mm512_add_epi32(_mm512_unpacklo_epi32(s2, s3), _mm512_unpackhi_epi32(s2, s3));
  const __m512i all =
      _mm512_add_epi32(_mm512_unpacklo_epi64(s01, s23), _mm512_unpackhi_epi64(s01, s23));
  const __m256i half =
      _mm256_add_epi32(_mm512_castsi512_si256(all), _mm512_extracti64x4_epi64(all, 1));
  return _mm_add_epi32(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
}

/// Adds to above[r] how many of the bits begin[r] to begin[r + 1] are set.
inline void add_bits_of_rows(const std::uint64_t* words, const std::uint32_t* begin,
                             std::size_t rows, std::uint32_t* above) {
  // Bits before a row's first one: those of whole words, and part of one more.
  std::uint32_t in_words = 0;
  std::size_t word = 0;
  std::uint32_t before = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    const std::size_t end = begin[r + 1];
    while (word < end / 64) in_words += static_cast<std::uint32_t>(_mm_popcnt_u64(words[word++]));
    const std::uint64_t part = words[word] & ((std::uint64_t{1} << end % 64) - 1);
    const std::uint32_t until = in_words + static_cast<std::uint32_t>(_mm_popcnt_u64(part));
    above[r] += until - before;
    before = until;
  }
}

/// Sets the bits of pairs above and lists those undecided.
template <std::size_t Count>
std::size_t judge(const OpenPairs& pairs, std::size_t count, const PairScoring& scoring,
                  std::uint32_t* undecided) {
  const Vectors vectors{reinterpret_cast<const char*>(scoring.rows),
                        reinterpret_cast<const char*>(scoring.items),
                        scoring.columns * sizeof(std::int16_t), scoring.low};
  const __m512i span = _mm512_set1_epi32(scoring.span);
  auto* bytes = reinterpret_cast<std::uint8_t*>(scoring.bits);
  std::size_t found = 0;
  for (std::size_t first = 0; first < count; first += kGroup) {
    const std::uint16_t* row = pairs.row + first;
    const std::uint8_t* item = pairs.item + first;
    __m512i over = _mm512_castsi128_si512(distances<Count>(vectors, row, item));
    over = _mm512_inserti32x4(over, distances<Count>(vectors, row + 4, item + 4), 1);
    over = _mm512_inserti32x4(over, distances<Count>(vectors, row + 8, item + 8), 2);
    over = _mm512_inserti32x4(over, distances<Count>(vectors, row + 12, item + 12), 3);
    const std::uint32_t above_bits = _mm512_cmpge_epi32_mask(over, span);
    const auto stored = static_cast<std::uint16_t>(above_bits);
    std::memcpy(bytes + first / 8, &stored, 2);
    const std::uint32_t not_below = _mm512_cmpge_epi32_mask(over, _mm512_setzero_si512());
    std::uint32_t open = not_below & ~above_bits;
    if (count - first < kGroup) open &= (1U << (count - first)) - 1;
    for (; open != 0; open &= open - 1) {
      undecided[found++] =
          static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(std::countr_zero(open));
    }
  }
  return found;
}

}  // namespace

std::size_t resolve_open_pairs_vnni(const OpenPairs& pairs, std::size_t rows,
                                    const PairScoring& scoring, std::uint32_t* above,
                                    std::uint32_t* undecided) noexcept {
  const auto judge_all = [&] {
    switch (scoring.columns / kShortPadding) {
      case 1: return judge<1>;
      case 2: return judge<2>;
      case 3: return judge<3>;
      case 4: return judge<4>;
      default: return judge<0>;
    }
  }();
  const std::size_t found = judge_all(pairs, pairs.begin[rows], scoring, undecided);
  add_bits_of_rows(scoring.bits, pairs.begin, rows, above);
  return found;
}

}  // namespace honestrank::kernels

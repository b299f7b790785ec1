// Compiled for AVX-512 VNNI whatever the rest is compiled for; called only where a machine has it.
#include <immintrin.h>

#include <bit>
#include <cstring>

#include "kernels/open_pairs.h"

namespace honestrank::kernels {
namespace {

constexpr std::size_t kGroup = 16;  // pairs scored before they are compared

/// What a pair's sum starts from: lane 0 is its distance from the row's lower threshold.
inline __m512i start(std::int32_t low) { return _mm512_zextsi128_si512(_mm_cvtsi32_si128(-low)); }

/// sum += row * items, two products a lane. In assembler because g++ 12 moves the sums of
/// _mm512_dpwssd_epi32 to the stack.
inline void multiply_add(__m512i& sum, __m512i row, const std::int16_t* item) {
  asm("vpdpwssd %2, %1, %0" : "+v"(sum) : "v"(row), "m"(*reinterpret_cast<const __m512i*>(item)));
}

/// Four pairs at once: their sums are transposed instead of reduced one by one.
inline __m128i distances(const OpenPairs& pairs, const PairScoring& scoring, std::size_t first) {
  const std::int16_t* row[4];
  const std::int16_t* item[4];
  __m512i sum[4];
#pragma GCC unroll 4
  for (std::size_t j = 0; j < 4; ++j) {
    const std::size_t r = pairs.row[first + j];
    row[j] = scoring.rows + r * scoring.columns;
    item[j] = scoring.items + pairs.item[first + j] * scoring.columns;
    sum[j] = start(scoring.low[r]);
  }
  for (std::size_t k = 0; k < scoring.columns; k += kShortPadding) {
#pragma GCC unroll 4
    for (std::size_t j = 0; j < 4; ++j) {
      multiply_add(sum[j], _mm512_load_si512(row[j] + k), item[j] + k);
    }
  }
  const __m512i a = _mm512_add_epi32(_mm512_unpacklo_epi32(sum[0], sum[1]),
                                     _mm512_unpackhi_epi32(sum[0], sum[1]));
  const __m512i b = _mm512_add_epi32(_mm512_unpacklo_epi32(sum[2], sum[3]),
                                     _mm512_unpackhi_epi32(sum[2], sum[3]));
  const __m512i c = _mm512_add_epi32(_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b));
  const __m256i half = _mm256_add_epi32(_mm512_castsi512_si256(c), _mm512_extracti64x4_epi64(c, 1));
  return _mm_add_epi32(_mm256_castsi256_si128(half), _mm256_extracti128_si256(half, 1));
}

/// How many bits of `words` from `begin` to `end`, at most 64 of them, are set.
inline std::uint32_t bits_set(const std::uint64_t* words, std::size_t begin, std::size_t end) {
  const std::size_t shift = begin % 64;
  std::uint64_t bits = words[begin / 64] >> shift;
  // Shifted twice, for a shift by 64 would do nothing.
  bits |= (words[begin / 64 + 1] << 1) << (63 - shift);
  const std::size_t count = end - begin;
  if (count < 64) bits &= (std::uint64_t{1} << count) - 1;
  return static_cast<std::uint32_t>(_mm_popcnt_u64(bits));
}

}  // namespace

std::size_t resolve_open_pairs_vnni(const OpenPairs& pairs, std::size_t rows,
                                    const PairScoring& scoring, std::uint32_t* above,
                                    std::uint32_t* undecided) noexcept {
  const std::size_t count = pairs.begin[rows];
  const __m512i span = _mm512_set1_epi32(scoring.span);
  const __m512i zero = _mm512_setzero_si512();
  auto* bytes = reinterpret_cast<std::uint8_t*>(scoring.bits);
  std::size_t found = 0;
  for (std::size_t first = 0; first < count; first += kGroup) {
    __m512i over = _mm512_castsi128_si512(distances(pairs, scoring, first));
    over = _mm512_inserti32x4(over, distances(pairs, scoring, first + 4), 1);
    over = _mm512_inserti32x4(over, distances(pairs, scoring, first + 8), 2);
    over = _mm512_inserti32x4(over, distances(pairs, scoring, first + 12), 3);
    const std::uint32_t above_bits = _mm512_cmpge_epi32_mask(over, span);
    const auto stored = static_cast<std::uint16_t>(above_bits);
    std::memcpy(bytes + first / 8, &stored, 2);
    std::uint32_t open = _mm512_cmpge_epi32_mask(over, zero) & ~above_bits;
    if (count - first < kGroup) open &= (1U << (count - first)) - 1;
    for (; open != 0; open &= open - 1) {
      undecided[found++] =
          static_cast<std::uint32_t>(first) + static_cast<std::uint32_t>(std::countr_zero(open));
    }
  }
  for (std::size_t r = 0; r < rows; ++r) {
    above[r] += bits_set(scoring.bits, pairs.begin[r], pairs.begin[r + 1]);
  }
  return found;
}

}  // namespace honestrank::kernels

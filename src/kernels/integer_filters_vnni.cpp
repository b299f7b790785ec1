// Compiled for AVX-512 VNNI whatever the rest is compiled for; called only where a machine has it.
#include <immintrin.h>

#include "kernels/byte_filter.h"
#include "kernels/short_filter.h"

namespace honestrank::kernels {
namespace {

constexpr std::size_t kVectors = kPanelItems / 16;
constexpr std::size_t kWordBytes = kPanelItems * 4;

// sum += items * the word at `row`: four products of bytes a lane, or two of 16 bits. In assembler
// because g++ 12 moves the sums of _mm512_dpbusd_epi32 to the stack, which halves the speed.

inline void multiply_add(const ByteFilter&, __m512i& sum, __m512i items, const std::int32_t* row) {
  asm("vpdpbusd %2%{1to16%}, %1, %0" : "+v"(sum) : "v"(items), "m"(*row));
}

inline void multiply_add(const ShortFilter&, __m512i& sum, __m512i items, const std::int32_t* row) {
  asm("vpdpwssd %2%{1to16%}, %1, %0" : "+v"(sum) : "v"(items), "m"(*row));
}

inline std::uint64_t joined(__mmask16 a, __mmask16 b, __mmask16 c, __mmask16 d) {
  const __mmask32 low = _mm512_kunpackw(b, a);
  const __mmask32 high = _mm512_kunpackw(d, c);
  return _cvtmask64_u64(_mm512_kunpackd(high, low));
}

template <typename Filter>
inline void filter_tile(const Filter& filter, std::size_t first) {
  const auto* row = reinterpret_cast<const std::int32_t*>(filter.rows) + first * filter.words;
  const auto* panel = reinterpret_cast<const std::uint8_t*>(filter.panel);
  __m512i sum[kTileRows][kVectors];
#pragma GCC unroll 6
  for (std::size_t r = 0; r < kTileRows; ++r) {
#pragma GCC unroll 4
    for (std::size_t v = 0; v < kVectors; ++v) sum[r][v] = _mm512_setzero_si512();
  }
  for (std::size_t word = 0; word < filter.words; ++word, panel += kWordBytes, ++row) {
    __m512i items[kVectors];
#pragma GCC unroll 4
    for (std::size_t v = 0; v < kVectors; ++v) items[v] = _mm512_load_si512(panel + 64 * v);
#pragma GCC unroll 6
    for (std::size_t r = 0; r < kTileRows; ++r) {
#pragma GCC unroll 4
      for (std::size_t v = 0; v < kVectors; ++v) {
        multiply_add(filter, sum[r][v], items[v], row + r * filter.words);
      }
    }
  }
#pragma GCC unroll 6
  for (std::size_t r = 0; r < kTileRows; ++r) {
    const __m512i high = _mm512_set1_epi32(filter.high[first + r]);
    const __m512i low = _mm512_set1_epi32(filter.low[first + r]);
    const std::uint64_t shown = ~filter.hidden[(first + r) * filter.hidden_stride];
    const std::uint64_t above =
        shown &
        joined(_mm512_cmpge_epi32_mask(sum[r][0], high), _mm512_cmpge_epi32_mask(sum[r][1], high),
               _mm512_cmpge_epi32_mask(sum[r][2], high), _mm512_cmpge_epi32_mask(sum[r][3], high));
    const std::uint64_t not_below =
        shown &
        joined(_mm512_cmpge_epi32_mask(sum[r][0], low), _mm512_cmpge_epi32_mask(sum[r][1], low),
               _mm512_cmpge_epi32_mask(sum[r][2], low), _mm512_cmpge_epi32_mask(sum[r][3], low));
    filter.above[first + r] += static_cast<std::uint32_t>(_mm_popcnt_u64(above));
    filter.open[first + r] = not_below ^ above;
  }
}

template <typename Filter>
inline void filter_tiles(const Filter& filter) {
  for (std::size_t first = 0; first < filter.row_count; first += kTileRows) {
    filter_tile(filter, first);
  }
}

}  // namespace

void filter_bytes_vnni(const ByteFilter& filter) noexcept { filter_tiles(filter); }

void filter_shorts_vnni(const ShortFilter& filter) noexcept { filter_tiles(filter); }

}  // namespace honestrank::kernels

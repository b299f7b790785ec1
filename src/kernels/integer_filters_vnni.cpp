// Compiled for AVX-512 VNNI whatever the rest is compiled for; called only where a machine has it.
#include <immintrin.h>

#include <limits>

#include "kernels/byte_filter.h"
#include "kernels/short_filter.h"

namespace honestrank::kernels {
namespace {

constexpr std::size_t kVectors = kPanelItems / 16;
constexpr std::size_t kWordBytes = kPanelItems * 4;

// sum += items * row: four products of bytes a lane, or two of 16 bits. In assembler because g++ 12
// moves the sums of _mm512_dpbusd_epi32 to the stack, which halves the speed.

inline void multiply_add(const ByteFilter&, __m512i& sum, __m512i items, __m512i row) {
  asm("vpdpbusd %2, %1, %0" : "+v"(sum) : "v"(items), "v"(row));
}

inline void multiply_add(const ShortFilter&, __m512i& sum, __m512i items, __m512i row) {
  asm("vpdpwssd %2, %1, %0" : "+v"(sum) : "v"(items), "v"(row));
}

inline std::uint64_t joined(__mmask16 a, __mmask16 b, __mmask16 c, __mmask16 d) {
  const __mmask32 low = _mm512_kunpackw(b, a);
  const __mmask32 high = _mm512_kunpackw(d, c);
  return _cvtmask64_u64(_mm512_kunpackd(high, low));
}

/// Adds the dot products of a tile of rows with all items.
template <typename Filter>
__attribute__((always_inline)) inline void add_products(const Filter& filter, std::size_t first,
                                                        __m512i (&sum)[kTileRows][kVectors]) {
  const auto* row = reinterpret_cast<const std::int32_t*>(filter.rows) + first * filter.words;
  const auto* panel = reinterpret_cast<const std::uint8_t*>(filter.panel);
  for (std::size_t word = 0; word < filter.words; ++word, panel += kWordBytes, ++row) {
    __m512i items[kVectors];
#pragma GCC unroll 4
    for (std::size_t v = 0; v < kVectors; ++v) items[v] = _mm512_load_si512(panel + 64 * v);
#pragma GCC unroll 6
    for (std::size_t r = 0; r < kTileRows; ++r) {
      __m512i word_of_row;
      asm("vpbroadcastd %1, %0" : "=v"(word_of_row) : "m"(row[r * filter.words]));
#pragma GCC unroll 4
      for (std::size_t v = 0; v < kVectors; ++v) {
        multiply_add(filter, sum[r][v], items[v], word_of_row);
      }
    }
  }
}

template <typename Filter>
inline void report(const Filter& filter, std::size_t row, std::uint64_t above,
                   std::uint64_t not_below) {
  const std::uint64_t shown = ~filter.hidden[row * filter.hidden_stride];
  filter.above[row] += static_cast<std::uint32_t>(_mm_popcnt_u64(above & shown));
  filter.open[row] = (not_below ^ above) & shown;
}

inline void filter_tile(const ShortFilter& filter, std::size_t first) {
  __m512i sum[kTileRows][kVectors];
#pragma GCC unroll 6
  for (std::size_t r = 0; r < kTileRows; ++r) {
#pragma GCC unroll 4
    for (std::size_t v = 0; v < kVectors; ++v) sum[r][v] = _mm512_setzero_si512();
  }
  add_products(filter, first, sum);
#pragma GCC unroll 6
  for (std::size_t r = 0; r < kTileRows; ++r) {
    const __m512i high = _mm512_set1_epi32(filter.high[first + r]);
    const __m512i low = _mm512_set1_epi32(filter.low[first + r]);
    report(
        filter, first + r,
        joined(_mm512_cmpge_epi32_mask(sum[r][0], high), _mm512_cmpge_epi32_mask(sum[r][1], high),
               _mm512_cmpge_epi32_mask(sum[r][2], high), _mm512_cmpge_epi32_mask(sum[r][3], high)),
        joined(_mm512_cmpge_epi32_mask(sum[r][0], low), _mm512_cmpge_epi32_mask(sum[r][1], low),
               _mm512_cmpge_epi32_mask(sum[r][2], low), _mm512_cmpge_epi32_mask(sum[r][3], low)));
  }
}

/// Sums, rounded to what 16 bits hold: half as many instructions compare them. Sums of 32 items
/// share a vector, in the order of panel_slot.
struct Narrowed {
  __m512i first;
  __m512i second;

  Narrowed(__m512i a, __m512i b, __m512i c, __m512i d)
      : first(_mm512_packs_epi32(a, b)), second(_mm512_packs_epi32(c, d)) {}

  std::uint64_t negative() const {
    return _cvtmask64_u64(
        _mm512_kunpackd(_mm512_movepi16_mask(second), _mm512_movepi16_mask(first)));
  }
  std::uint64_t at_least(std::int32_t threshold) const {
    const __m512i all = _mm512_set1_epi16(static_cast<short>(threshold));
    return _cvtmask64_u64(
        _mm512_kunpackd(_mm512_cmpge_epi16_mask(second, all), _mm512_cmpge_epi16_mask(first, all)));
  }
};

/// `Narrow`: every high - low fits 16 bits.
template <bool Narrow>
inline void filter_tile(const ByteFilter& filter, std::size_t first) {
  // Sums start below 0 by the higher threshold, so that their signs say who is above.
  __m512i sum[kTileRows][kVectors];
#pragma GCC unroll 6
  for (std::size_t r = 0; r < kTileRows; ++r) {
    const __m512i start = _mm512_set1_epi32(-filter.high[first + r]);
#pragma GCC unroll 4
    for (std::size_t v = 0; v < kVectors; ++v) sum[r][v] = start;
  }
  add_products(filter, first, sum);
#pragma GCC unroll 6
  for (std::size_t r = 0; r < kTileRows; ++r) {
    // Modulo 2^32, as vectors add.
    const auto span = static_cast<std::int32_t>(static_cast<std::uint32_t>(filter.high[first + r]) -
                                                static_cast<std::uint32_t>(filter.low[first + r]));
    const Narrowed narrowed(sum[r][0], sum[r][1], sum[r][2], sum[r][3]);
    const std::uint64_t above = ~narrowed.negative();
    if constexpr (Narrow) {
      report(filter, first + r, above, narrowed.at_least(-span));
    } else {
      const __m512i up = _mm512_set1_epi32(span);
      const Narrowed over_low(_mm512_add_epi32(sum[r][0], up), _mm512_add_epi32(sum[r][1], up),
                              _mm512_add_epi32(sum[r][2], up), _mm512_add_epi32(sum[r][3], up));
      report(filter, first + r, above, ~over_low.negative());
    }
  }
}

inline bool all_narrow(const ByteFilter& filter) {
  const __m512i most = _mm512_set1_epi32(std::numeric_limits<std::int16_t>::max());
  std::uint32_t wide = 0;
  for (std::size_t r = 0; r < filter.row_count; r += 16) {
    const std::size_t left = filter.row_count - r;
    const auto rows = static_cast<__mmask16>(left < 16 ? (1U << left) - 1 : 0xFFFFU);
    const __m512i span = _mm512_sub_epi32(_mm512_maskz_loadu_epi32(rows, filter.high + r),
                                          _mm512_maskz_loadu_epi32(rows, filter.low + r));
    // Without signs: from -2^30 to 2^30 it is 2^31.
    wide |= _mm512_cmpgt_epu32_mask(span, most);
  }
  return wide == 0;
}

}  // namespace

void filter_bytes_vnni(const ByteFilter& filter) noexcept {
  if (all_narrow(filter)) {
    for (std::size_t first = 0; first < filter.row_count; first += kTileRows) {
      filter_tile<true>(filter, first);
    }
  } else {
    for (std::size_t first = 0; first < filter.row_count; first += kTileRows) {
      filter_tile<false>(filter, first);
    }
  }
}

void filter_shorts_vnni(const ShortFilter& filter) noexcept {
  for (std::size_t first = 0; first < filter.row_count; first += kTileRows) {
    filter_tile(filter, first);
  }
}

}  // namespace honestrank::kernels

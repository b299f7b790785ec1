#include "kernels/short_filter.h"

#include <bit>
#include <cstring>

#include "kernels/avx512.h"

// Highway compiles the rest of this file once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/short_filter.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// Must follow foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace honestrank::kernels::HWY_NAMESPACE {

// Only the vectors of x86 add neighbouring products of 16 bits in place.
#if HWY_ARCH_X86 && HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128
namespace hn = hwy::HWY_NAMESPACE;

bool has_vectors() { return true; }

// At most 64 bytes a vector: the tile below must fit the registers.
using Lane = hn::CappedTag<std::int32_t, 16>;
using Products = hn::Repartition<std::int16_t, Lane>;

template <typename Mask>
HWY_INLINE std::uint64_t bits_of(Mask mask) {
  alignas(8) std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(Lane(), mask, bytes);
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes, 8);
  return bits;
}

template <class V16, class V32>
HWY_INLINE void multiply_add(V16 row, V16 items, V32& sum) {
  V32 unused = sum;
  sum = hn::ReorderWidenMulAccumulate(Lane(), row, items, sum, unused);
#if HWY_COMPILER_GCC_ACTUAL
  // Tells the compiler nothing but to have the sum in a register now. Without it g++ 12 makes all
  // products before it adds the first, and moves sums to the stack to make room for them.
#if HWY_TARGET <= HWY_AVX3
  asm("" : "+v"(sum.raw));
#else
  asm("" : "+x"(sum.raw));
#endif
#endif
}

/// `R` rows against the `V` vectors of items that start at item `item`. The sums are kept in
/// variables of their own: arrays of vectors are not allowed everywhere.
template <std::size_t R, std::size_t V>
HWY_INLINE void filter_part(const ShortFilter& filter, std::size_t first, std::size_t item) {
  const Lane d;
  const Products d16;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t stride = filter.words * 2;
  const std::int16_t* row = filter.rows + first * stride;
  const std::int16_t* panel = filter.panel + 2 * item;
  auto s00 = hn::Zero(d), s10 = s00, s20 = s00, s30 = s00, s40 = s00, s50 = s00;
  auto s01 = s00, s11 = s00, s21 = s00, s31 = s00, s41 = s00, s51 = s00;
  auto s02 = s00, s12 = s00, s22 = s00, s32 = s00, s42 = s00, s52 = s00;
  auto s03 = s00, s13 = s00, s23 = s00, s33 = s00, s43 = s00, s53 = s00;
  for (std::size_t word = 0; word < filter.words; ++word, panel += 2 * kPanelItems, row += 2) {
    const auto v0 = hn::Load(d16, panel);
    auto v1 = v0, v2 = v0, v3 = v0;
    if constexpr (V > 1) v1 = hn::Load(d16, panel + 2 * lanes);
    if constexpr (V > 2) v2 = hn::Load(d16, panel + 4 * lanes);
    if constexpr (V > 3) v3 = hn::Load(d16, panel + 6 * lanes);
    const auto add_row = [&](std::size_t r, auto& a, auto& b, auto& c, auto& e) HWY_ATTR
        __attribute__((always_inline)) {
      std::int32_t both = 0;
      std::memcpy(&both, row + r * stride, 4);
      const auto u = hn::BitCast(d16, hn::Set(d, both));
      multiply_add(u, v0, a);
      if constexpr (V > 1) multiply_add(u, v1, b);
      if constexpr (V > 2) multiply_add(u, v2, c);
      if constexpr (V > 3) multiply_add(u, v3, e);
    };
    add_row(0, s00, s01, s02, s03);
    add_row(1, s10, s11, s12, s13);
    if constexpr (R > 2) add_row(2, s20, s21, s22, s23);
    if constexpr (R > 3) add_row(3, s30, s31, s32, s33);
    if constexpr (R > 4) add_row(4, s40, s41, s42, s43);
    if constexpr (R > 5) add_row(5, s50, s51, s52, s53);
  }
  const auto finish_row = [&](std::size_t r, auto a, auto b, auto c, auto e) HWY_ATTR
      __attribute__((always_inline)) {
    // The bits of what is below: x86 compares integers for "greater" alone.
    const auto bits_below = [&](auto threshold) HWY_ATTR __attribute__((always_inline)) {
      std::uint64_t bits = bits_of(hn::Gt(threshold, a));
      if constexpr (V > 1) bits |= bits_of(hn::Gt(threshold, b)) << lanes;
      if constexpr (V > 2) bits |= bits_of(hn::Gt(threshold, c)) << (2 * lanes);
      if constexpr (V > 3) bits |= bits_of(hn::Gt(threshold, e)) << (3 * lanes);
      return bits << item;
    };
    // Bits of items outside this part count as hidden.
    const std::uint64_t part = V * lanes == kPanelItems
                                   ? ~std::uint64_t{0}
                                   : ((std::uint64_t{1} << (V * lanes)) - 1) << item;
    const std::uint64_t shown = part & ~filter.hidden[(first + r) * filter.hidden_stride];
    const std::uint64_t above = shown & ~bits_below(hn::Set(d, filter.high[first + r]));
    const std::uint64_t not_below = shown & ~bits_below(hn::Set(d, filter.low[first + r]));
    filter.above[first + r] += static_cast<std::uint32_t>(hwy::PopCount(above));
    const std::uint64_t open = not_below ^ above;
    filter.open[first + r] = item == 0 ? open : filter.open[first + r] | open;
  };
  finish_row(0, s00, s01, s02, s03);
  finish_row(1, s10, s11, s12, s13);
  if constexpr (R > 2) finish_row(2, s20, s21, s22, s23);
  if constexpr (R > 3) finish_row(3, s30, s31, s32, s33);
  if constexpr (R > 4) finish_row(4, s40, s41, s42, s43);
  if constexpr (R > 5) finish_row(5, s50, s51, s52, s53);
}

void filter_shorts_lanes(const ShortFilter& filter) {
  // Sums and items fill the registers: 6 x 4 of 32, or 6 x 2 of 16.
#if HWY_TARGET <= HWY_AVX3
  constexpr std::size_t kVectors = 4;
#else
  constexpr std::size_t kVectors = 2;
#endif
  const std::size_t width = kVectors * hn::Lanes(Lane());
  for (std::size_t first = 0; first < filter.row_count; first += kTileRows) {
    for (std::size_t item = 0; item < kPanelItems; item += width) {
      filter_part<kTileRows, kVectors>(filter, first, item);
    }
  }
}
#else
bool has_vectors() { return false; }

void filter_shorts_lanes(const ShortFilter& filter) { filter_shorts_reference(filter); }
#endif

}  // namespace honestrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace honestrank::kernels {
HWY_EXPORT(has_vectors);
HWY_EXPORT(filter_shorts_lanes);

bool has_fast_short_filter() noexcept { return HWY_DYNAMIC_DISPATCH(has_vectors)(); }

void filter_shorts(const ShortFilter& filter) noexcept {
#if HONESTRANK_HAVE_AVX512_KERNELS
  if (avx512().byte_products) return filter_shorts_vnni(filter);
#endif
  filter_shorts_portable(filter);
}

void filter_shorts_portable(const ShortFilter& filter) noexcept {
  HWY_DYNAMIC_DISPATCH(filter_shorts_lanes)(filter);
}

void filter_shorts_reference(const ShortFilter& filter) noexcept {
  for (std::size_t r = 0; r < filter.row_count; ++r) {
    const std::uint64_t shown = ~filter.hidden[r * filter.hidden_stride];
    const std::int16_t* row = filter.rows + r * filter.words * 2;
    std::uint64_t above = 0;
    std::uint64_t open = 0;
    for (std::size_t item = 0; item < kPanelItems; ++item) {
      std::int32_t score = 0;
      for (std::size_t word = 0; word < filter.words; ++word) {
        const std::int16_t* values = filter.panel + (word * kPanelItems + item) * 2;
        score += row[2 * word] * values[0] + row[2 * word + 1] * values[1];
      }
      const std::uint64_t bit = std::uint64_t{1} << item;
      if (score >= filter.high[r]) {
        above |= bit;
      } else if (score >= filter.low[r]) {
        open |= bit;
      }
    }
    filter.above[r] += static_cast<std::uint32_t>(std::popcount(above & shown));
    filter.open[r] = open & shown;
  }
}

}  // namespace honestrank::kernels
#endif  // HWY_ONCE

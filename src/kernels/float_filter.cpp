#include "kernels/float_filter.h"

#include <bit>

// Highway compiles the rest of this file once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/float_filter.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// Must follow foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace honestrank::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// At most 64 bytes a vector: the tile below must fit the registers.
using Lane = hn::CappedTag<float, 16>;

template <typename Mask>
HWY_INLINE std::uint64_t bits_of(Mask mask) {
  alignas(8) std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(Lane(), mask, bytes);
  std::uint64_t bits = 0;
  __builtin_memcpy(&bits, bytes, 8);
  return bits;
}

/// kTileRows rows against the `V` vectors of items that start at item `item`. The sums are kept in
/// variables of their own: arrays of vectors are not allowed everywhere.
template <std::size_t V>
HWY_INLINE void filter_part(const FloatFilter& filter, std::size_t first, std::size_t item) {
  const Lane d;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t columns = filter.columns;
  const float* row = filter.rows + first * columns;
  const float* panel = filter.panel + item;
  auto s00 = hn::Zero(d), s10 = s00, s20 = s00, s30 = s00, s40 = s00, s50 = s00;
  auto s01 = s00, s11 = s00, s21 = s00, s31 = s00, s41 = s00, s51 = s00;
  auto s02 = s00, s12 = s00, s22 = s00, s32 = s00, s42 = s00, s52 = s00;
  auto s03 = s00, s13 = s00, s23 = s00, s33 = s00, s43 = s00, s53 = s00;
  for (std::size_t k = 0; k < columns; ++k, panel += kPanelItems) {
    const auto v0 = hn::Load(d, panel);
    auto v1 = v0, v2 = v0, v3 = v0;
    if constexpr (V > 1) v1 = hn::Load(d, panel + lanes);
    if constexpr (V > 2) v2 = hn::Load(d, panel + 2 * lanes);
    if constexpr (V > 3) v3 = hn::Load(d, panel + 3 * lanes);
    const auto add_row = [&](std::size_t r, auto& a, auto& b, auto& c, auto& e) HWY_ATTR
        __attribute__((always_inline)) {
      const auto u = hn::Set(d, row[r * columns + k]);
      a = hn::MulAdd(u, v0, a);
      if constexpr (V > 1) b = hn::MulAdd(u, v1, b);
      if constexpr (V > 2) c = hn::MulAdd(u, v2, c);
      if constexpr (V > 3) e = hn::MulAdd(u, v3, e);
    };
    add_row(0, s00, s01, s02, s03);
    add_row(1, s10, s11, s12, s13);
    add_row(2, s20, s21, s22, s23);
    add_row(3, s30, s31, s32, s33);
    add_row(4, s40, s41, s42, s43);
    add_row(5, s50, s51, s52, s53);
  }
  const auto finish_row = [&](std::size_t r, auto a, auto b, auto c, auto e) HWY_ATTR
      __attribute__((always_inline)) {
    const auto bits_from = [&](auto threshold) HWY_ATTR __attribute__((always_inline)) {
      std::uint64_t bits = bits_of(hn::Ge(a, threshold));
      if constexpr (V > 1) bits |= bits_of(hn::Ge(b, threshold)) << lanes;
      if constexpr (V > 2) bits |= bits_of(hn::Ge(c, threshold)) << (2 * lanes);
      if constexpr (V > 3) bits |= bits_of(hn::Ge(e, threshold)) << (3 * lanes);
      return bits << item;
    };
    const std::uint64_t shown = ~filter.hidden[(first + r) * filter.hidden_stride];
    const std::uint64_t above = shown & bits_from(hn::Set(d, filter.high[first + r]));
    const std::uint64_t not_below = shown & bits_from(hn::Set(d, filter.low[first + r]));
    filter.above[first + r] += static_cast<std::uint32_t>(hwy::PopCount(above));
    const std::uint64_t open = not_below ^ above;
    filter.open[first + r] = item == 0 ? open : filter.open[first + r] | open;
  };
  finish_row(0, s00, s01, s02, s03);
  finish_row(1, s10, s11, s12, s13);
  finish_row(2, s20, s21, s22, s23);
  finish_row(3, s30, s31, s32, s33);
  finish_row(4, s40, s41, s42, s43);
  finish_row(5, s50, s51, s52, s53);
}

void filter_floats_lanes(const FloatFilter& filter) {
  // Sums and items fill the registers: 6 x 4 of 32, or 6 x 2 of 16.
#if HWY_TARGET <= HWY_AVX3
  constexpr std::size_t kVectors = 4;
#else
  constexpr std::size_t kVectors = 2;
#endif
  const std::size_t width = kVectors * hn::Lanes(Lane());
  for (std::size_t first = 0; first < filter.row_count; first += kTileRows) {
    for (std::size_t item = 0; item < kPanelItems; item += width) {
      filter_part<kVectors>(filter, first, item);
    }
  }
}

}  // namespace honestrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace honestrank::kernels {
HWY_EXPORT(filter_floats_lanes);

void filter_floats(const FloatFilter& filter) noexcept {
  HWY_DYNAMIC_DISPATCH(filter_floats_lanes)(filter);
}

void filter_floats_reference(const FloatFilter& filter) noexcept {
  for (std::size_t r = 0; r < filter.row_count; ++r) {
    const std::uint64_t shown = ~filter.hidden[r * filter.hidden_stride];
    std::uint64_t above = 0;
    std::uint64_t open = 0;
    for (std::size_t item = 0; item < kPanelItems; ++item) {
      float score = 0;
      for (std::size_t k = 0; k < filter.columns; ++k) {
        score += filter.rows[r * filter.columns + k] * filter.panel[k * kPanelItems + item];
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

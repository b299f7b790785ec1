#include "kernels/gathered_shorts.h"

#include <algorithm>

#include "base/fetch.h"

// Highway compiles the rest of this file once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/gathered_shorts.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// Must follow foreach_target.h.
#include <hwy/highway.h>

#include "kernels/lane_sums-inl.h"

HWY_BEFORE_NAMESPACE();
namespace honestrank::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kAtOnce = 4;  // rows: their sums do not wait for each other
constexpr std::size_t kAhead = 24;  // rows

void shorts_lanes(const std::int16_t* vector, const std::int16_t* table, std::size_t columns,
                  const std::uint32_t* rows, std::size_t count, std::int32_t* sums) {
#if HWY_TARGET == HWY_SCALAR
  gathered_shorts_reference(vector, table, columns, rows, count, sums);
#else
  const hn::CappedTag<std::int16_t, kShortColumns> d;
  const hn::RepartitionToWide<decltype(d)> wide;
  const std::size_t lanes = hn::Lanes(d);
  const auto row = [&](std::size_t i) { return table + std::size_t{rows[i]} * columns; };
  for (std::size_t i = 0; i < std::min(count, kAhead); ++i) fetch_nearby(row(i), columns);
  for (std::size_t i = 0; i < count; i += kAtOnce) {
    for (std::size_t j = i + kAhead; j < std::min(count, i + kAhead + kAtOnce); ++j) {
      fetch_nearby(row(j), columns);
    }
    // The last rows may be fewer than four: the first of them stands in for the others.
    const std::size_t own = std::min(kAtOnce, count - i);
    const std::int16_t* const a = row(i);
    const std::int16_t* const b = row(i + (own > 1 ? 1 : 0));
    const std::int16_t* const c = row(i + (own > 2 ? 2 : 0));
    const std::int16_t* const e = row(i + (own > 3 ? 3 : 0));
    auto sum_a = hn::Zero(wide);
    auto sum_b = hn::Zero(wide);
    auto sum_c = hn::Zero(wide);
    auto sum_e = hn::Zero(wide);
    // Where instructions do not add neighbours in place, they add the upper ones here.
    auto rest_a = hn::Zero(wide);
    auto rest_b = hn::Zero(wide);
    auto rest_c = hn::Zero(wide);
    auto rest_e = hn::Zero(wide);
    for (std::size_t k = 0; k < columns; k += lanes) {
      const auto left = hn::LoadU(d, vector + k);
      sum_a = hn::ReorderWidenMulAccumulate(wide, left, hn::LoadU(d, a + k), sum_a, rest_a);
      sum_b = hn::ReorderWidenMulAccumulate(wide, left, hn::LoadU(d, b + k), sum_b, rest_b);
      sum_c = hn::ReorderWidenMulAccumulate(wide, left, hn::LoadU(d, c + k), sum_c, rest_c);
      sum_e = hn::ReorderWidenMulAccumulate(wide, left, hn::LoadU(d, e + k), sum_e, rest_e);
    }
    std::int32_t totals[kAtOnce];
    sum_lanes(wide, hn::Add(sum_a, rest_a), hn::Add(sum_b, rest_b), hn::Add(sum_c, rest_c),
              hn::Add(sum_e, rest_e), totals);
    std::copy_n(totals, own, sums + i);
  }
#endif
}

}  // namespace honestrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace honestrank::kernels {
HWY_EXPORT(shorts_lanes);

void gathered_shorts(const std::int16_t* vector, const std::int16_t* table, std::size_t columns,
                     const std::uint32_t* rows, std::size_t count, std::int32_t* sums) noexcept {
  HWY_DYNAMIC_DISPATCH(shorts_lanes)(vector, table, columns, rows, count, sums);
}

void gathered_shorts_reference(const std::int16_t* vector, const std::int16_t* table,
                               std::size_t columns, const std::uint32_t* rows, std::size_t count,
                               std::int32_t* sums) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    const std::int16_t* const row = table + std::size_t{rows[i]} * columns;
    sums[i] = 0;
    for (std::size_t k = 0; k < columns; ++k) sums[i] += vector[k] * row[k];
  }
}

}  // namespace honestrank::kernels
#endif  // HWY_ONCE

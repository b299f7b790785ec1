#include "kernels/gathered_products.h"

#include <algorithm>

#include "base/fetch.h"

// Highway compiles the rest of this file once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/gathered_products.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// Must follow foreach_target.h.
#include <hwy/highway.h>

#include "kernels/lane_sums-inl.h"

HWY_BEFORE_NAMESPACE();
namespace honestrank::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kAtOnce = 4;  // rows: their sums do not wait for each other
constexpr std::size_t kAhead = 16;  // rows

float product_of(const float* left, const float* right, std::size_t columns) {
  const hn::ScalableTag<float> d;
  const std::size_t lanes = hn::Lanes(d);
  auto sum = hn::Zero(d);
  std::size_t k = 0;
  for (; k + lanes <= columns; k += lanes) {
    sum = hn::MulAdd(hn::LoadU(d, left + k), hn::LoadU(d, right + k), sum);
  }
  float total = hn::GetLane(hn::SumOfLanes(d, sum));
  for (; k < columns; ++k) total += left[k] * right[k];
  return total;
}

void products_lanes(const float* vector, const float* table, std::size_t columns,
                    const std::uint32_t* rows, std::size_t count, float* sums) {
  const hn::ScalableTag<float> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto row = [&](std::size_t i) { return table + std::size_t{rows[i]} * columns; };
  for (std::size_t i = 0; i < std::min(count, kAhead); ++i) fetch_nearby(row(i), columns);
  std::size_t i = 0;
  for (; i + kAtOnce <= count; i += kAtOnce) {
    for (std::size_t j = i + kAhead; j < std::min(count, i + kAhead + kAtOnce); ++j) {
      fetch_nearby(row(j), columns);
    }
    const float* const a = row(i);
    const float* const b = row(i + 1);
    const float* const c = row(i + 2);
    const float* const e = row(i + 3);
    auto sum_a = hn::Zero(d);
    auto sum_b = hn::Zero(d);
    auto sum_c = hn::Zero(d);
    auto sum_e = hn::Zero(d);
    std::size_t k = 0;
    for (; k + lanes <= columns; k += lanes) {
      const auto own = hn::LoadU(d, vector + k);
      sum_a = hn::MulAdd(own, hn::LoadU(d, a + k), sum_a);
      sum_b = hn::MulAdd(own, hn::LoadU(d, b + k), sum_b);
      sum_c = hn::MulAdd(own, hn::LoadU(d, c + k), sum_c);
      sum_e = hn::MulAdd(own, hn::LoadU(d, e + k), sum_e);
    }
    float totals[kAtOnce];
    sum_lanes(d, sum_a, sum_b, sum_c, sum_e, totals);
    for (; k < columns; ++k) {
      totals[0] += vector[k] * a[k];
      totals[1] += vector[k] * b[k];
      totals[2] += vector[k] * c[k];
      totals[3] += vector[k] * e[k];
    }
    std::copy_n(totals, kAtOnce, sums + i);
  }
  for (; i < count; ++i) sums[i] = product_of(vector, row(i), columns);
}

}  // namespace honestrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace honestrank::kernels {
HWY_EXPORT(products_lanes);

void gathered_products(const float* vector, const float* table, std::size_t columns,
                       const std::uint32_t* rows, std::size_t count, float* sums) noexcept {
  HWY_DYNAMIC_DISPATCH(products_lanes)(vector, table, columns, rows, count, sums);
}

void gathered_products_reference(const float* vector, const float* table, std::size_t columns,
                                 const std::uint32_t* rows, std::size_t count,
                                 float* sums) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    const float* const row = table + std::size_t{rows[i]} * columns;
    sums[i] = 0;
    for (std::size_t k = 0; k < columns; ++k) sums[i] += vector[k] * row[k];
  }
}

}  // namespace honestrank::kernels
#endif  // HWY_ONCE

#include "kernels/sweep.h"

#include <algorithm>
#include <cmath>

// Highway compiles the rest of this file once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/sweep.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// Must follow foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace honestrank::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Subtracts factor * other from the values from `begin` on, a multiple of kSweepStep.
void subtract_multiple_lanes(double* HWY_RESTRICT values, const double* HWY_RESTRICT other,
                             double factor, std::size_t begin, std::size_t end) {
  const hn::CappedTag<double, kSweepStep> d;
  const auto factors = hn::Set(d, factor);
  for (std::size_t i = begin; i < end; i += hn::Lanes(d)) {
    const auto product = hn::Mul(factors, hn::LoadU(d, other + i));
    hn::StoreU(hn::Sub(hn::LoadU(d, values + i), product), d, values + i);
  }
}

}  // namespace honestrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace honestrank::kernels {
HWY_EXPORT(subtract_multiple_lanes);

namespace {

void subtract_multiple(double* values, const double* other, double factor, std::size_t begin,
                       std::size_t end) {
  for (std::size_t i = begin; i < end; ++i) values[i] -= factor * other[i];
}

template <typename SubtractMultiple>
bool sweep_by(const SubtractMultiple& subtract, double* matrix, std::size_t size,
              double* pivot_row) noexcept {
  for (std::size_t p = 0; p < size; ++p) {
    double* const row = matrix + p * size;
    const double pivot = row[p];
    if (!(pivot > 0) || !std::isfinite(pivot)) return false;
    for (std::size_t i = 0; i < p; ++i) pivot_row[i] = matrix[i * size + p] / pivot;
    for (std::size_t i = p; i < size; ++i) pivot_row[i] = row[i] / pivot;
    for (std::size_t i = 0; i < size; ++i) {
      if (i == p) continue;
      const double factor = i < p ? matrix[i * size + p] : row[i];
      subtract(matrix + i * size, pivot_row, factor, i / kSweepStep * kSweepStep, size);
    }
    for (std::size_t i = 0; i < p; ++i) matrix[i * size + p] = pivot_row[i];
    std::copy(pivot_row + p, pivot_row + size, row + p);
    row[p] = -1 / pivot;
  }
  return true;
}

}  // namespace

bool sweep(double* matrix, std::size_t size, double* pivot_row) noexcept {
  return sweep_by(HWY_DYNAMIC_DISPATCH(subtract_multiple_lanes), matrix, size, pivot_row);
}

bool sweep_reference(double* matrix, std::size_t size, double* pivot_row) noexcept {
  return sweep_by(subtract_multiple, matrix, size, pivot_row);
}

}  // namespace honestrank::kernels
#endif  // HWY_ONCE

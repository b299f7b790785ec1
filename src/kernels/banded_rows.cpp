#include "kernels/banded_rows.h"

#include <algorithm>
#include <array>

// Highway compiles the rest of this file once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/banded_rows.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// Must follow foreach_target.h.
#include <hwy/highway.h>

#ifndef HONESTRANK_KERNELS_BANDED_ROWS_SUM
#define HONESTRANK_KERNELS_BANDED_ROWS_SUM
namespace honestrank::kernels {

using EightSums = std::array<double, kBandStep>;

inline double sum_of_eight(const EightSums& p) noexcept {
  return ((p[0] + p[4]) + (p[2] + p[6])) + ((p[1] + p[5]) + (p[3] + p[7]));
}

}  // namespace honestrank::kernels
#endif

HWY_BEFORE_NAMESPACE();
namespace honestrank::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR

using Doubles = hn::CappedTag<double, kBandStep>;

void mix_rows_lanes(const BandedRows& rows, std::span<const double> weights,
                    std::span<double> sums) {
  const Doubles d;
  std::fill(sums.begin(), sums.end(), 0.0);
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    if (weights[row] == 0) continue;
    const auto weight = hn::Set(d, weights[row]);
    const double* const values = rows.value + rows.begin[row];
    double* const own = sums.data() + rows.first[row];
    const std::size_t count = rows.begin[row + 1] - rows.begin[row];
    for (std::size_t i = 0; i < count; i += hn::Lanes(d)) {
      const auto product = hn::Mul(weight, hn::LoadU(d, values + i));
      hn::StoreU(hn::Add(hn::LoadU(d, own + i), product), d, own + i);
    }
  }
}

void multiply_rows_lanes(const BandedRows& rows, std::span<const double> values,
                         std::span<double> products) {
  const Doubles d;
  constexpr std::size_t kVectors = kBandStep / hn::MaxLanes(Doubles());
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    const double* const own = rows.value + rows.begin[row];
    const double* const others = values.data() + rows.first[row];
    const std::size_t count = rows.begin[row + 1] - rows.begin[row];
    hn::Vec<Doubles> sums[kVectors];
    for (auto& sum : sums) sum = hn::Zero(d);
    for (std::size_t i = 0; i < count; i += kBandStep) {
      for (std::size_t v = 0; v < kVectors; ++v) {
        const std::size_t at = i + v * lanes;
        sums[v] = hn::Add(sums[v], hn::Mul(hn::LoadU(d, own + at), hn::LoadU(d, others + at)));
      }
    }
    EightSums eight;
    for (std::size_t v = 0; v < kVectors; ++v) hn::StoreU(sums[v], d, eight.data() + v * lanes);
    products[row] += sum_of_eight(eight);
  }
}

void add_squares_lanes(const BandedRows& rows, std::span<const double> weights, double* matrix,
                       std::size_t stride) {
  const Doubles d;
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    if (weights[row] == 0) continue;
    const double* const values = rows.value + rows.begin[row];
    const std::size_t count = rows.begin[row + 1] - rows.begin[row];
    double* column = matrix + rows.first[row] * stride + rows.first[row];
    for (std::size_t c = 0; c < count; ++c, column += stride) {
      const auto factor = hn::Set(d, weights[row] * values[c]);
      for (std::size_t i = c / kBandStep * kBandStep; i < count; i += hn::Lanes(d)) {
        const auto product = hn::Mul(factor, hn::LoadU(d, values + i));
        hn::StoreU(hn::Add(hn::LoadU(d, column + i), product), d, column + i);
      }
    }
  }
}

#else

void add_squares_lanes(const BandedRows& rows, std::span<const double> weights, double* matrix,
                       std::size_t stride) {
  add_squares_reference(rows, weights, matrix, stride);
}

void mix_rows_lanes(const BandedRows& rows, std::span<const double> weights,
                    std::span<double> sums) {
  mix_rows_reference(rows, weights, sums);
}

void multiply_rows_lanes(const BandedRows& rows, std::span<const double> values,
                         std::span<double> products) {
  multiply_rows_reference(rows, values, products);
}

#endif

}  // namespace honestrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace honestrank::kernels {
HWY_EXPORT(mix_rows_lanes);
HWY_EXPORT(multiply_rows_lanes);
HWY_EXPORT(add_squares_lanes);

void mix_rows(const BandedRows& rows, std::span<const double> weights,
              std::span<double> sums) noexcept {
  HWY_DYNAMIC_DISPATCH(mix_rows_lanes)(rows, weights, sums);
}

void mix_rows_reference(const BandedRows& rows, std::span<const double> weights,
                        std::span<double> sums) noexcept {
  std::fill(sums.begin(), sums.end(), 0.0);
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    if (weights[row] == 0) continue;
    const std::size_t begin = rows.begin[row];
    for (std::size_t i = begin; i < rows.begin[row + 1]; ++i) {
      sums[rows.first[row] + (i - begin)] += weights[row] * rows.value[i];
    }
  }
}

void multiply_rows(const BandedRows& rows, std::span<const double> values,
                   std::span<double> products) noexcept {
  HWY_DYNAMIC_DISPATCH(multiply_rows_lanes)(rows, values, products);
}

void multiply_rows_reference(const BandedRows& rows, std::span<const double> values,
                             std::span<double> products) noexcept {
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    const std::size_t begin = rows.begin[row];
    EightSums eight{};
    for (std::size_t i = begin; i < rows.begin[row + 1]; ++i) {
      const std::size_t column = i - begin;
      eight[column % kBandStep] += rows.value[i] * values[rows.first[row] + column];
    }
    products[row] += sum_of_eight(eight);
  }
}

void add_squares(const BandedRows& rows, std::span<const double> weights, double* matrix,
                 std::size_t stride) noexcept {
  HWY_DYNAMIC_DISPATCH(add_squares_lanes)(rows, weights, matrix, stride);
}

void add_squares_reference(const BandedRows& rows, std::span<const double> weights, double* matrix,
                           std::size_t stride) noexcept {
  for (std::size_t row = 0; row < rows.rows(); ++row) {
    if (weights[row] == 0) continue;
    const double* const values = rows.value + rows.begin[row];
    const std::size_t first = rows.first[row];
    const std::size_t count = rows.begin[row + 1] - rows.begin[row];
    for (std::size_t c = 0; c < count; ++c) {
      const double factor = weights[row] * values[c];
      for (std::size_t i = c; i < count; ++i) {
        matrix[(first + c) * stride + first + i] += factor * values[i];
      }
    }
  }
}

}  // namespace honestrank::kernels
#endif  // HWY_ONCE

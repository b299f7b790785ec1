#include "kernels/row_sums.h"

#include <hwy/cache_control.h>

#include <algorithm>

// Highway compiles the rest of this file once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/row_sums.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// Must follow foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace honestrank::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

#if HWY_TARGET != HWY_SCALAR

using Doubles = hn::CappedTag<double, 8>;
using Floats = hn::Rebind<float, Doubles>;

/// `kVectors` vectors of columns.
template <std::size_t kVectors, bool kWeighted>
HWY_INLINE void sum_vectors(const WeightedRows& rows, std::size_t first, double* sums) {
  const Doubles d;
  const Floats f;
  const std::size_t lanes = hn::Lanes(d);
  constexpr std::size_t kAhead = 3;  // rows lie far apart: nothing else knows which one is next
  constexpr std::size_t kInLine = 64 / sizeof(float);
  hn::Vec<Doubles> own[kVectors];
  for (auto& sum : own) sum = hn::Zero(d);
  for (std::size_t h = 0; h < rows.row.size(); ++h) {
    const float* const values = rows.matrix + rows.row[h] * rows.stride + first;
    if (h + kAhead < rows.row.size()) {
      const float* const next = rows.matrix + rows.row[h + kAhead] * rows.stride + first;
      for (std::size_t i = 0; i < kVectors * lanes; i += kInLine) hwy::Prefetch(next + i);
    }
    const auto weight = hn::Set(d, kWeighted ? static_cast<double>(rows.weight[h]) : 1.0);
    for (std::size_t v = 0; v < kVectors; ++v) {
      const auto value = hn::PromoteTo(d, hn::LoadU(f, values + v * lanes));
      own[v] = hn::Add(own[v], kWeighted ? hn::Mul(weight, value) : value);
    }
  }
  for (std::size_t v = 0; v < kVectors; ++v) hn::StoreU(own[v], d, sums + v * lanes);
}

template <bool kWeighted>
HWY_INLINE std::size_t sum_whole_vectors(const WeightedRows& rows, std::size_t first,
                                         std::span<double> sums) {
#if HWY_TARGET <= HWY_AVX3
  constexpr std::size_t kVectors = 16;
#else
  constexpr std::size_t kVectors = 8;
#endif
  const std::size_t lanes = hn::Lanes(Doubles());
  std::size_t i = 0;
  for (; i + kVectors * lanes <= sums.size(); i += kVectors * lanes) {
    sum_vectors<kVectors, kWeighted>(rows, first + i, sums.data() + i);
  }
  for (; i + lanes <= sums.size(); i += lanes) {
    sum_vectors<1, kWeighted>(rows, first + i, sums.data() + i);
  }
  return i;
}

void sum_rows_lanes(const WeightedRows& rows, std::size_t first, std::span<double> sums) {
  const bool weighted =
      std::any_of(rows.weight.begin(), rows.weight.end(), [](float weight) { return weight != 1; });
  const std::size_t done = weighted ? sum_whole_vectors<true>(rows, first, sums)
                                    : sum_whole_vectors<false>(rows, first, sums);
  sum_rows_reference(rows, first + done, sums.subspan(done));
}

#else

void sum_rows_lanes(const WeightedRows& rows, std::size_t first, std::span<double> sums) {
  sum_rows_reference(rows, first, sums);
}

#endif

}  // namespace honestrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace honestrank::kernels {
HWY_EXPORT(sum_rows_lanes);

void sum_rows(const WeightedRows& rows, std::size_t first, std::span<double> sums) noexcept {
  HWY_DYNAMIC_DISPATCH(sum_rows_lanes)(rows, first, sums);
}

void sum_rows_reference(const WeightedRows& rows, std::size_t first,
                        std::span<double> sums) noexcept {
  std::fill(sums.begin(), sums.end(), 0.0);
  for (std::size_t h = 0; h < rows.row.size(); ++h) {
    const float* const values = rows.matrix + rows.row[h] * rows.stride + first;
    const double weight = rows.weight.empty() ? 1.0 : static_cast<double>(rows.weight[h]);
    for (std::size_t i = 0; i < sums.size(); ++i) {
      sums[i] += weight * static_cast<double>(values[i]);
    }
  }
}

}  // namespace honestrank::kernels
#endif  // HWY_ONCE

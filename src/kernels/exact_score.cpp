#include "kernels/exact_score.h"

#include <algorithm>

// Highway compiles the rest of this file once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/exact_score.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// Must follow foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace honestrank::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Products are made for so many columns before they are added.
constexpr std::size_t kChunk = 64;

void multiply(const float* left, const float* right, std::size_t count, double* products) {
  const hn::CappedTag<double, kChunk> d;
  const hn::Rebind<float, decltype(d)> df;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    const auto a = hn::PromoteTo(d, hn::LoadU(df, left + k));
    const auto b = hn::PromoteTo(d, hn::LoadU(df, right + k));
    hn::StoreU(hn::Mul(a, b), d, products + k);
  }
  for (; k < count; ++k) products[k] = static_cast<double>(left[k]) * static_cast<double>(right[k]);
}

void exact_scores_lanes(const float* const* left, const float* const* right, std::size_t columns,
                        double* sums) {
  alignas(64) double products[kExactScores][kChunk];
  double sum[kExactScores] = {};
  for (std::size_t first = 0; first < columns; first += kChunk) {
    const std::size_t count = std::min(kChunk, columns - first);
    for (std::size_t i = 0; i < kExactScores; ++i) {
      multiply(left[i] + first, right[i] + first, count, products[i]);
    }
    for (std::size_t k = 0; k < count; ++k) {
      for (std::size_t i = 0; i < kExactScores; ++i) sum[i] += products[i][k];
    }
  }
  std::copy_n(sum, kExactScores, sums);
}

}  // namespace honestrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace honestrank::kernels {
HWY_EXPORT(exact_scores_lanes);

void exact_scores(const float* const* left, const float* const* right, std::size_t columns,
                  double* sums) noexcept {
  HWY_DYNAMIC_DISPATCH(exact_scores_lanes)(left, right, columns, sums);
}

}  // namespace honestrank::kernels
#endif  // HWY_ONCE

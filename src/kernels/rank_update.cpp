#include "kernels/rank_update.h"

// Highway compiles the rest of this file once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/rank_update.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// Must follow foreach_target.h.
#include <hwy/highway.h>

#include "kernels/scaled-inl.h"

HWY_BEFORE_NAMESPACE();
namespace honestrank::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Rows and vectors whose sums stay in registers: 24 of 32, or 12 of 16.
#if HWY_TARGET <= HWY_AVX3
constexpr std::size_t kRows = 12;
#else
constexpr std::size_t kRows = 6;
#endif
constexpr std::size_t kVectors = 2;

void subtract_products_lanes(const float* HWY_RESTRICT left, const float* HWY_RESTRICT right,
                             std::size_t depth, float* HWY_RESTRICT tile, std::size_t stride) {
  const hn::CappedTag<float, kUpdateColumns / kVectors> d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t row = 0; row < kUpdateRows; row += kRows) {
    for (std::size_t column = 0; column < kUpdateColumns; column += kVectors * lanes) {
      float* const own = tile + row * stride + column;
      hn::Vec<decltype(d)> sums[kRows][kVectors];
      for (std::size_t r = 0; r < kRows; ++r) {
        for (std::size_t v = 0; v < kVectors; ++v) {
          sums[r][v] = hn::LoadU(d, own + r * stride + v * lanes);
        }
      }
      for (std::size_t k = 0; k < depth; ++k) {
        const float* const l = left + k * kUpdateRows + row;
        const float* const r = right + k * kUpdateColumns + column;
        const auto first = hn::LoadU(d, r);
        const auto second = hn::LoadU(d, r + lanes);
        for (std::size_t i = 0; i < kRows; ++i) {
          sums[i][0] = hn::Sub(sums[i][0], scaled(d, l + i, first));
          sums[i][1] = hn::Sub(sums[i][1], scaled(d, l + i, second));
        }
      }
      for (std::size_t r = 0; r < kRows; ++r) {
        for (std::size_t v = 0; v < kVectors; ++v) {
          hn::StoreU(sums[r][v], d, own + r * stride + v * lanes);
        }
      }
    }
  }
}

}  // namespace honestrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace honestrank::kernels {
HWY_EXPORT(subtract_products_lanes);

void subtract_products(const float* left, const float* right, std::size_t depth, float* tile,
                       std::size_t stride) noexcept {
  HWY_DYNAMIC_DISPATCH(subtract_products_lanes)(left, right, depth, tile, stride);
}

void subtract_products_reference(const float* left, const float* right, std::size_t depth,
                                 float* tile, std::size_t stride) noexcept {
  for (std::size_t row = 0; row < kUpdateRows; ++row) {
    for (std::size_t column = 0; column < kUpdateColumns; ++column) {
      for (std::size_t k = 0; k < depth; ++k) {
        tile[row * stride + column] -=
            left[k * kUpdateRows + row] * right[k * kUpdateColumns + column];
      }
    }
  }
}

}  // namespace honestrank::kernels
#endif  // HWY_ONCE

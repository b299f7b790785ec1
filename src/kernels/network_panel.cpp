#include "kernels/network_panel.h"

// Highway compiles the rest of this file once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/network_panel.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// Must follow foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace honestrank::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

constexpr std::size_t kVectors = 4;  // sums at a time, so that one need not wait for another
using Tag = hn::CappedTag<float, kNetworkPanel / kVectors>;

void add_rectified_lanes(const float* HWY_RESTRICT row, const float* HWY_RESTRICT panel,
                         std::size_t columns, float* HWY_RESTRICT sums) {
  const Tag d;
  const auto zero = hn::Zero(d);
  for (std::size_t k = 0; k < columns; ++k) {
    const auto own = hn::Set(d, row[k]);
    for (std::size_t i = k * kNetworkPanel; i < (k + 1) * kNetworkPanel; i += hn::Lanes(d)) {
      const auto sum = hn::Add(own, hn::LoadU(d, panel + i));
      hn::StoreU(hn::IfThenZeroElse(hn::Lt(sum, zero), sum), d, sums + i);  // NaN stays
    }
  }
}

void multiply_panel_lanes(const float* HWY_RESTRICT weights, std::size_t outputs_count,
                          std::size_t inputs_count, const float* HWY_RESTRICT inputs,
                          float* HWY_RESTRICT outputs) {
  const Tag d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t first = 0; first < kNetworkPanel; first += kVectors * lanes) {
    for (std::size_t m = 0; m < outputs_count; ++m) {
      hn::Vec<Tag> sums[kVectors];
      for (auto& sum : sums) sum = hn::Zero(d);
      for (std::size_t k = 0; k < inputs_count; ++k) {
        const auto weight = hn::Set(d, weights[m * inputs_count + k]);
        const float* const input = inputs + k * kNetworkPanel + first;
        for (std::size_t v = 0; v < kVectors; ++v) {
          sums[v] = hn::Add(sums[v], hn::Mul(weight, hn::LoadU(d, input + v * lanes)));
        }
      }
      for (std::size_t v = 0; v < kVectors; ++v) {
        hn::StoreU(sums[v], d, outputs + m * kNetworkPanel + first + v * lanes);
      }
    }
  }
}

}  // namespace honestrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace honestrank::kernels {
HWY_EXPORT(add_rectified_lanes);
HWY_EXPORT(multiply_panel_lanes);

void add_rectified(const float* row, const float* panel, std::size_t columns,
                   float* sums) noexcept {
  HWY_DYNAMIC_DISPATCH(add_rectified_lanes)(row, panel, columns, sums);
}

void multiply_panel(const float* weights, std::size_t outputs_count, std::size_t inputs_count,
                    const float* inputs, float* outputs) noexcept {
  HWY_DYNAMIC_DISPATCH(multiply_panel_lanes)(weights, outputs_count, inputs_count, inputs, outputs);
}

}  // namespace honestrank::kernels
#endif  // HWY_ONCE

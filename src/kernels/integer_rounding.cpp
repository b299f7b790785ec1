#include "kernels/integer_rounding.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

// Highway compiles the rest of this file once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/integer_rounding.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// Must follow foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace honestrank::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

float largest_lanes(const float* values, std::size_t count) {
  const hn::ScalableTag<float> d;
  const std::size_t lanes = hn::Lanes(d);
  auto most = hn::Zero(d);
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) most = hn::Max(most, hn::Abs(hn::LoadU(d, values + k)));
  float largest = hn::GetLane(hn::MaxOfLanes(d, most));
  for (; k < count; ++k) largest = std::max(largest, std::abs(values[k]));
  return largest;
}

/// Sums of squares for the bounds, made by whoever rounds.
struct Squares {
  float integers = 0;
  float residuals = 0;
  float quotients = 0;
};

RoundedVector bounds_of(std::int32_t sum, const Squares& squares) {
  constexpr float kMargin = 1 + 0x1p-10F;
  constexpr float kVanishing = 0x1p-40F;  // more than residuals whose squares are too small
  return {sum, std::sqrt(squares.integers) * kMargin,
          std::sqrt(squares.residuals) * kMargin +
              0x1p-22F * (std::sqrt(squares.quotients) * kMargin) + kVanishing};
}

template <typename Integer>
RoundedVector round_lanes(const float* values, std::size_t count, float inverse_scale,
                          Integer* integers) {
  const hn::ScalableTag<float> d;
  const hn::RebindToSigned<decltype(d)> di;
  const hn::Rebind<Integer, decltype(d)> narrow;
  constexpr auto kMost = static_cast<float>(std::numeric_limits<Integer>::max());
  const std::size_t lanes = hn::Lanes(d);
  const auto inverse = hn::Set(d, inverse_scale);
  const auto most = hn::Set(d, kMost);
  const auto least = hn::Set(d, -kMost);
  auto sum = hn::Zero(di);
  auto integer_squares = hn::Zero(d);
  auto residual_squares = hn::Zero(d);
  auto quotient_squares = hn::Zero(d);
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    const auto quotient = hn::Mul(hn::LoadU(d, values + k), inverse);
    const auto whole = hn::NearestInt(hn::Min(hn::Max(quotient, least), most));
    const auto integer = hn::ConvertTo(d, whole);
    const auto residual = hn::Sub(quotient, integer);
    sum = hn::Add(sum, whole);
    integer_squares = hn::MulAdd(integer, integer, integer_squares);
    residual_squares = hn::MulAdd(residual, residual, residual_squares);
    quotient_squares = hn::MulAdd(quotient, quotient, quotient_squares);
    hn::StoreU(hn::DemoteTo(narrow, whole), narrow, integers + k);
  }
  std::int32_t total = hn::GetLane(hn::SumOfLanes(di, sum));
  Squares squares{hn::GetLane(hn::SumOfLanes(d, integer_squares)),
                  hn::GetLane(hn::SumOfLanes(d, residual_squares)),
                  hn::GetLane(hn::SumOfLanes(d, quotient_squares))};
  for (; k < count; ++k) {
    const float quotient = values[k] * inverse_scale;
    const float integer = std::nearbyint(std::min(std::max(quotient, -kMost), kMost));
    total += static_cast<std::int32_t>(integer);
    squares.integers += integer * integer;
    squares.residuals += (quotient - integer) * (quotient - integer);
    squares.quotients += quotient * quotient;
    integers[k] = static_cast<Integer>(integer);
  }
  return bounds_of(total, squares);
}

RoundedVector byte_lanes(const float* values, std::size_t count, float inverse_scale,
                         std::int8_t* bytes) {
  return round_lanes(values, count, inverse_scale, bytes);
}
RoundedVector short_lanes(const float* values, std::size_t count, float inverse_scale,
                          std::int16_t* shorts) {
  return round_lanes(values, count, inverse_scale, shorts);
}

}  // namespace honestrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace honestrank::kernels {
HWY_EXPORT(largest_lanes);
HWY_EXPORT(byte_lanes);
HWY_EXPORT(short_lanes);

namespace {

template <typename Integer>
RoundedVector round_plainly(const float* values, std::size_t count, float inverse_scale,
                            Integer* integers) noexcept {
  constexpr auto kMost = static_cast<float>(std::numeric_limits<Integer>::max());
  RoundedVector rounded;
  double integer_squares = 0;
  double residual_squares = 0;
  double quotient_squares = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const float quotient = values[k] * inverse_scale;
    const float integer = std::nearbyint(std::clamp(quotient, -kMost, kMost));
    const double residual = static_cast<double>(quotient) - static_cast<double>(integer);
    rounded.sum += static_cast<std::int32_t>(integer);
    integer_squares += static_cast<double>(integer) * static_cast<double>(integer);
    residual_squares += residual * residual;
    quotient_squares += static_cast<double>(quotient) * static_cast<double>(quotient);
    integers[k] = static_cast<Integer>(integer);
  }
  rounded.length = static_cast<float>(std::sqrt(integer_squares) * (1 + 0x1p-10));
  rounded.residual = static_cast<float>(std::sqrt(residual_squares) * (1 + 0x1p-10) +
                                        0x1p-22 * std::sqrt(quotient_squares) + 0x1p-40);
  return rounded;
}

}  // namespace

float largest_value(const float* values, std::size_t count) noexcept {
  return HWY_DYNAMIC_DISPATCH(largest_lanes)(values, count);
}

RoundedVector round_to_bytes(const float* values, std::size_t count, float inverse_scale,
                             std::int8_t* bytes) noexcept {
  return HWY_DYNAMIC_DISPATCH(byte_lanes)(values, count, inverse_scale, bytes);
}

RoundedVector round_to_shorts(const float* values, std::size_t count, float inverse_scale,
                              std::int16_t* shorts) noexcept {
  return HWY_DYNAMIC_DISPATCH(short_lanes)(values, count, inverse_scale, shorts);
}

RoundedVector round_to_bytes_reference(const float* values, std::size_t count, float inverse_scale,
                                       std::int8_t* bytes) noexcept {
  return round_plainly(values, count, inverse_scale, bytes);
}

RoundedVector round_to_shorts_reference(const float* values, std::size_t count, float inverse_scale,
                                        std::int16_t* shorts) noexcept {
  return round_plainly(values, count, inverse_scale, shorts);
}

}  // namespace honestrank::kernels
#endif  // HWY_ONCE

#include "kernels/byte_rounding.h"

#include <algorithm>
#include <cmath>

// Highway compiles the rest of this file once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/byte_rounding.cpp"
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
  float bytes = 0;
  float residuals = 0;
  float quotients = 0;
};

RoundedVector bounds_of(std::int32_t sum, const Squares& squares) {
  constexpr float kMargin = 1 + 0x1p-10F;
  constexpr float kVanishing = 0x1p-40F;  // more than residuals whose squares are too small
  return {sum, std::sqrt(squares.bytes) * kMargin,
          std::sqrt(squares.residuals) * kMargin +
              0x1p-22F * (std::sqrt(squares.quotients) * kMargin) + kVanishing};
}

RoundedVector round_lanes(const float* values, std::size_t count, float inverse_scale,
                          std::int8_t* bytes) {
  const hn::ScalableTag<float> d;
  const hn::RebindToSigned<decltype(d)> di;
  const hn::Rebind<std::int8_t, decltype(d)> d8;
  const std::size_t lanes = hn::Lanes(d);
  const auto inverse = hn::Set(d, inverse_scale);
  const auto most = hn::Set(d, 127.0F);
  const auto least = hn::Set(d, -127.0F);
  auto sum = hn::Zero(di);
  auto byte_squares = hn::Zero(d);
  auto residual_squares = hn::Zero(d);
  auto quotient_squares = hn::Zero(d);
  std::size_t k = 0;
  for (; k + lanes <= count; k += lanes) {
    const auto quotient = hn::Mul(hn::LoadU(d, values + k), inverse);
    const auto whole = hn::NearestInt(hn::Min(hn::Max(quotient, least), most));
    const auto byte = hn::ConvertTo(d, whole);
    const auto residual = hn::Sub(quotient, byte);
    sum = hn::Add(sum, whole);
    byte_squares = hn::MulAdd(byte, byte, byte_squares);
    residual_squares = hn::MulAdd(residual, residual, residual_squares);
    quotient_squares = hn::MulAdd(quotient, quotient, quotient_squares);
    hn::StoreU(hn::DemoteTo(d8, whole), d8, bytes + k);
  }
  std::int32_t total = hn::GetLane(hn::SumOfLanes(di, sum));
  Squares squares{hn::GetLane(hn::SumOfLanes(d, byte_squares)),
                  hn::GetLane(hn::SumOfLanes(d, residual_squares)),
                  hn::GetLane(hn::SumOfLanes(d, quotient_squares))};
  for (; k < count; ++k) {
    const float quotient = values[k] * inverse_scale;
    const float byte = std::nearbyint(std::min(std::max(quotient, -127.0F), 127.0F));
    total += static_cast<std::int32_t>(byte);
    squares.bytes += byte * byte;
    squares.residuals += (quotient - byte) * (quotient - byte);
    squares.quotients += quotient * quotient;
    bytes[k] = static_cast<std::int8_t>(byte);
  }
  return bounds_of(total, squares);
}

}  // namespace honestrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace honestrank::kernels {
HWY_EXPORT(largest_lanes);
HWY_EXPORT(round_lanes);

float largest_value(const float* values, std::size_t count) noexcept {
  return HWY_DYNAMIC_DISPATCH(largest_lanes)(values, count);
}

RoundedVector round_to_bytes(const float* values, std::size_t count, float inverse_scale,
                             std::int8_t* bytes) noexcept {
  return HWY_DYNAMIC_DISPATCH(round_lanes)(values, count, inverse_scale, bytes);
}

RoundedVector round_to_bytes_reference(const float* values, std::size_t count, float inverse_scale,
                                       std::int8_t* bytes) noexcept {
  RoundedVector rounded;
  double byte_squares = 0;
  double residual_squares = 0;
  double quotient_squares = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const float quotient = values[k] * inverse_scale;
    const float byte = std::nearbyint(std::clamp(quotient, -127.0F, 127.0F));
    const double residual = static_cast<double>(quotient) - static_cast<double>(byte);
    rounded.sum += static_cast<std::int32_t>(byte);
    byte_squares += static_cast<double>(byte) * static_cast<double>(byte);
    residual_squares += residual * residual;
    quotient_squares += static_cast<double>(quotient) * static_cast<double>(quotient);
    bytes[k] = static_cast<std::int8_t>(byte);
  }
  rounded.length = static_cast<float>(std::sqrt(byte_squares) * (1 + 0x1p-10));
  rounded.residual = static_cast<float>(std::sqrt(residual_squares) * (1 + 0x1p-10) +
                                        0x1p-22 * std::sqrt(quotient_squares) + 0x1p-40);
  return rounded;
}

}  // namespace honestrank::kernels
#endif  // HWY_ONCE

#include "kernels/band.h"

#include <cmath>
#include <limits>

// Highway compiles the rest of this file once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/band.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// Must follow foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace honestrank::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void integer_band_lanes(const BandRows& rows, const BandPanel& panel, std::size_t count,
                        std::int32_t* low, std::int32_t* high) {
  const hn::CappedTag<float, 16> d;
  const hn::RebindToSigned<decltype(d)> di;
  const auto inverse_scale = hn::Set(d, panel.inverse_scale);
  const auto panel_residual = hn::Set(d, panel.residual);
  const auto panel_length = hn::Set(d, panel.length);
  const auto panel_tail = hn::Set(d, panel.tail);
  const auto most = hn::Set(d, 1073741824.0F);  // 2^30
  const auto least = hn::Neg(most);
  const auto slack = hn::Set(d, 0x1p-20F);
  const auto two = hn::Set(d, 2.0F);
  for (std::size_t r = 0; r < count; r += hn::Lanes(d)) {
    const auto middle = hn::Mul(hn::LoadU(d, rows.threshold + r), inverse_scale);
    auto width = hn::Mul(hn::LoadU(d, rows.length + r), panel_residual);
    width = hn::MulAdd(hn::LoadU(d, rows.residual + r), panel_length, width);
    width = hn::MulAdd(hn::LoadU(d, rows.tail + r), panel_tail, width);
    width = hn::Add(width, hn::MulAdd(hn::Add(hn::Abs(middle), width), slack, two));
    const auto offset = hn::LoadU(di, rows.offset + r);
    const auto rounded = [&](auto value) HWY_ATTR {
      return hn::Add(hn::NearestInt(hn::Min(hn::Max(value, least), most)), offset);
    };
    hn::StoreU(rounded(hn::Sub(middle, width)), di, low + r);
    hn::StoreU(rounded(hn::Add(middle, width)), di, high + r);
  }
}

std::int32_t widest_band_lanes(const std::int32_t* low, const std::int32_t* high,
                               std::size_t count) {
  const hn::CappedTag<std::int32_t, 16> d;
  const auto most = hn::Set(d, std::numeric_limits<std::int32_t>::max());
  auto widest = hn::Zero(d);
  for (std::size_t r = 0; r < count; r += hn::Lanes(d)) {
    const auto width = hn::Sub(hn::LoadU(d, high + r), hn::LoadU(d, low + r));
    // From -2^30 to 2^30 the difference is 2^31, which comes out negative.
    widest = hn::Max(widest, hn::IfThenElse(hn::Lt(width, hn::Zero(d)), most, width));
  }
  return hn::GetLane(hn::MaxOfLanes(d, widest));
}

void wrapped_thresholds_lanes(const double* threshold, double factor, double shift,
                              std::size_t count, std::int32_t* wrapped) {
  const hn::CappedTag<double, 8> d;
  const hn::RebindToUnsigned<decltype(d)> du;
  const hn::Rebind<std::uint32_t, decltype(d)> du32;
  const auto multiply_by = hn::Set(d, factor);
  const auto subtract = hn::Set(d, shift);
  // Added to a number below 2^51 it leaves no room for fractions: the last 32 bits of the sum are
  // those of the integer.
  const auto magic = hn::Set(d, 0x1.8p52);
  for (std::size_t r = 0; r < count; r += hn::Lanes(d)) {
    const auto value = hn::Sub(hn::Mul(hn::LoadU(d, threshold + r), multiply_by), subtract);
    const auto bits = hn::TruncateTo(du32, hn::BitCast(du, hn::Add(value, magic)));
    hn::StoreU(bits, du32, reinterpret_cast<std::uint32_t*>(wrapped) + r);
  }
}

}  // namespace honestrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace honestrank::kernels {
HWY_EXPORT(integer_band_lanes);
HWY_EXPORT(widest_band_lanes);
HWY_EXPORT(wrapped_thresholds_lanes);

void integer_band(const BandRows& rows, const BandPanel& panel, std::size_t count,
                  std::int32_t* low, std::int32_t* high) noexcept {
  HWY_DYNAMIC_DISPATCH(integer_band_lanes)(rows, panel, count, low, high);
}

std::int32_t widest_band(const std::int32_t* low, const std::int32_t* high,
                         std::size_t count) noexcept {
  return HWY_DYNAMIC_DISPATCH(widest_band_lanes)(low, high, count);
}

void wrapped_thresholds(const double* threshold, double factor, double shift, std::size_t count,
                        std::int32_t* wrapped) noexcept {
  HWY_DYNAMIC_DISPATCH(wrapped_thresholds_lanes)(threshold, factor, shift, count, wrapped);
}

void wrapped_thresholds_reference(const double* threshold, double factor, double shift,
                                  std::size_t count, std::int32_t* wrapped) noexcept {
  for (std::size_t r = 0; r < count; ++r) {
    const auto whole = static_cast<std::int64_t>(std::nearbyint(threshold[r] * factor - shift));
    wrapped[r] = static_cast<std::int32_t>(static_cast<std::uint32_t>(whole));
  }
}

}  // namespace honestrank::kernels
#endif  // HWY_ONCE

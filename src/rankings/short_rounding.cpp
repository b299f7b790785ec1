#include "rankings/short_rounding.h"

#include <algorithm>

#include "kernels/integer_rounding.h"
#include "rankings/integer_scale.h"

namespace honestrank {
namespace {

/// Rounding up to 2^12 columns can make a vector longer by 32: (32000 + 32)^2 < 2^30.
constexpr double kLongestShort = 32'000;

}  // namespace

ShortRounding::ShortRounding(const FactorColumns& factors, const ItemPanels& panels) noexcept
    : factors_(factors),
      panels_(panels),
      reference_(std::max(panels.longest() / kLongestShort, kSmallestScale)) {}

kernels::BandPanel ShortRounding::round_panel(std::size_t panel, const float* vectors,
                                              std::size_t stride, std::size_t count,
                                              std::int16_t* to, std::size_t to_stride) const {
  const double longest = panels_.length(panel);
  const double inverse = inverse_scale_for(longest / kLongestShort, reference_ * kSmallestQuotient);
  float residual = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto rounded = kernels::round_to_shorts(vectors + i * stride, factors_.columns(),
                                                  static_cast<float>(inverse), to + i * to_stride);
    residual = std::max(residual, rounded.residual);
  }
  return {static_cast<float>(reference_ * inverse),
          rounded_up(static_cast<double>(residual) + kSumError * longest * inverse),
          rounded_up(longest * inverse), 0};
}

void ShortRounding::round_row(const FactorRow& row, const float* vector, std::int16_t* to,
                              std::size_t r, RowBands& bands) const {
  const double inverse =
      inverse_scale_for(row.length / kLongestShort, row.length * kSmallestQuotient);
  const auto rounded =
      kernels::round_to_shorts(vector, factors_.columns(), static_cast<float>(inverse), to);
  bands.threshold[r] = static_cast<float>(row.threshold * inverse / reference_);
  // The error of the sums goes with the residual of the panel and the whole length of the user.
  bands.length[r] = rounded_up(std::max(static_cast<double>(rounded.length), row.length * inverse));
  bands.residual[r] = rounded.residual;
  bands.tail[r] = 0;
  bands.offset[r] = 0;
}

}  // namespace honestrank

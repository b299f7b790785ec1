#include "rankings/closer_look.h"

#include <algorithm>
#include <cmath>

#include "kernels/band.h"
#include "kernels/integer_rounding.h"
#include "rankings/integer_scale.h"

namespace honestrank {
namespace {

/// More than the rounding of a few float64 products.
constexpr double kMargin = 1 + 0x1p-40;
constexpr double kMostRemainder = 0x1p31;
/// Thresholds below this are rounded to the right integer.
constexpr double kMostThreshold = 0x1p50;

}  // namespace

CloserLook::CloserLook(const PanelShorts& items)
    : items_(items),
      values_(kBlockRows * items.columns()),
      bits_(kBlockRows * kernels::kPanelItems / 64 + 2) {}

void CloserLook::clear() noexcept { length_ = residual_ = largest_threshold_ = filter_ratio_ = 0; }

void CloserLook::add_row(const FactorRow& row, const float* vector, std::size_t r,
                         double filter_inverse) {
  const std::size_t columns = items_.unpadded();
  const auto largest = static_cast<double>(kernels::largest_value(vector, columns));
  const double inverse =
      inverse_scale_for(std::max(row.length / items_.longest(), largest / kLargestShort),
                        row.length * kSmallestQuotient);
  const auto rounded = kernels::round_to_shorts(vector, columns, static_cast<float>(inverse),
                                                values_.data() + r * items_.columns());
  threshold_[r] = row.threshold * inverse;
  length_ = std::max({length_, static_cast<double>(rounded.length), row.length * inverse});
  residual_ = std::max(residual_, static_cast<double>(rounded.residual));
  largest_threshold_ = std::max(largest_threshold_, std::abs(threshold_[r]));
  filter_ratio_ = std::max(filter_ratio_, inverse / filter_inverse);
}

bool CloserLook::judge(std::size_t panel, std::size_t count, const kernels::OpenPairs& pairs,
                       const Reach& reach, std::uint32_t* above, std::uint32_t* undecided,
                       std::size_t& undecided_count) {
  const PanelShorts::Panel& known = items_.known(panel);
  const double largest = largest_threshold_ * known.inverse * kMargin;
  // The last two terms: the rounding of the thresholds, and of the sum that defines the score.
  const double width = (length_ * known.residual + residual_ * known.length) * kMargin + 2 +
                       kSumError * (largest + length_ * known.length);
  const double by_filter =
      reach.distance * filter_ratio_ * (known.inverse / reach.filter_inverse) * kMargin;
  const double by_lengths = length_ * known.length * kMargin + largest;
  const double span = std::ceil(2 * width) + 2;
  if (!(std::min(by_filter, by_lengths) + 2 * span < kMostRemainder && largest < kMostThreshold)) {
    return false;
  }
  kernels::wrapped_thresholds(threshold_.data(), known.inverse, width, count, low_.data());
  undecided_count =
      kernels::resolve_open_pairs(pairs, count,
                                  {values_.data(), items_.of(panel), items_.columns(), low_.data(),
                                   static_cast<std::int32_t>(span), bits_.data()},
                                  above, undecided);
  return true;
}

}  // namespace honestrank

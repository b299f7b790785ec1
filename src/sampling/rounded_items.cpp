#include "sampling/rounded_items.h"

#include <algorithm>

#include "kernels/gathered_shorts.h"
#include "kernels/integer_rounding.h"

namespace honestrank::sampling {
namespace {

/// Lengths of integers: with what rounding adds, up to 90 for 2^13 columns, products of two stay
/// far below 2^31.
constexpr double kLength = 32000;

/// Scales whose inverses, and products of two, are floats and doubles of full precision.
bool is_usable(double length) { return length > 0x1p-100 && length < 0x1p100; }

std::size_t padded(std::size_t columns) {
  return (columns + kernels::kShortColumns - 1) / kernels::kShortColumns * kernels::kShortColumns;
}

}  // namespace

std::size_t RoundedItems::bytes(std::size_t items, std::size_t columns) {
  return items * padded(columns) * sizeof(std::int16_t);
}

RoundedItems::RoundedItems(const FactorColumns& factors, double longest)
    : columns_(factors.stored()),
      padded_(padded(columns_)),
      inverse_scale_(is_usable(longest) ? static_cast<float>(kLength / longest) : 0) {
  if (inverse_scale_ == 0) return;
  table_.resize(factors.items() * padded_);
  for (std::size_t item = 0; item < factors.items(); ++item) {
    const auto rounded =
        kernels::round_to_shorts(factors.item(item), columns_, static_cast<float>(inverse_scale_),
                                 table_.data() + item * padded_);
    length_ = std::max(length_, static_cast<double>(rounded.length));
    residual_ = std::max(residual_, static_cast<double>(rounded.residual));
  }
}

bool RoundedItems::takes(double length) const noexcept {
  return inverse_scale_ != 0 && is_usable(length);
}

double RoundedItems::products(const float* user, double length,
                              std::span<const std::uint32_t> items, std::span<double> products,
                              Room& room) const {
  room.user.resize(padded_);
  room.sums.resize(items.size());
  const auto inverse = static_cast<float>(kLength / length);
  const auto rounded = kernels::round_to_shorts(user, columns_, inverse, room.user.data());
  std::fill(room.user.begin() + static_cast<std::ptrdiff_t>(columns_), room.user.end(),
            std::int16_t{0});
  kernels::gathered_shorts(room.user.data(), table_.data(), padded_, items.data(), items.size(),
                           room.sums.data());
  const double scale = 1 / (static_cast<double>(inverse) * inverse_scale_);
  for (std::size_t i = 0; i < items.size(); ++i) products[i] = scale * room.sums[i];
  const double error = static_cast<double>(rounded.length) * residual_ +
                       static_cast<double>(rounded.residual) * (length_ + residual_);
  // Scores are sums in float64, which are off by up to 2^-53 of the lengths' product for each
  // column, as are the threshold's and, a few times, products and scale here.
  const auto roundings = static_cast<double>(columns_ + 4);
  return scale * (error * (1 + 0x1p-40) + 0x1p-50 * roundings * kLength * kLength);
}

}  // namespace honestrank::sampling

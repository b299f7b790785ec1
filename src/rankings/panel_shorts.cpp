#include "rankings/panel_shorts.h"

#include <algorithm>

#include "kernels/integer_rounding.h"
#include "kernels/open_pairs.h"
#include "rankings/integer_scale.h"

namespace honestrank {
namespace {

constexpr std::size_t kMostKept = std::size_t{96} << 20;  // bytes

std::size_t padded(std::size_t columns) {
  return (columns + kernels::kShortPadding - 1) / kernels::kShortPadding * kernels::kShortPadding;
}

}  // namespace

PanelShorts::PanelShorts(const FactorColumns& factors, const ItemPanels& panels, double longest)
    : factors_(factors),
      panels_(panels),
      longest_(longest),
      columns_(padded(factors.columns())),
      kept_(panels.panels() * panel_values() * sizeof(std::int16_t) <= kMostKept),
      values_(kept_ ? panels.panels() * panel_values() : 0),
      known_(panels.panels()) {}

PanelShorts::Panel PanelShorts::round(std::size_t panel, const float* vectors,
                                      std::int16_t* to) const {
  const std::size_t columns = factors_.columns();
  const std::size_t count = panels_.items_in(panel);
  const double longest = panels_.length(panel);
  const auto largest = static_cast<double>(kernels::largest_value(vectors, count * columns));
  const double inverse = inverse_scale_for(std::max(longest / longest_, largest / kLargestShort),
                                           longest * kSmallestQuotient);
  double length = longest * inverse;
  float residual = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto rounded = kernels::round_to_shorts(vectors + i * columns, columns,
                                                  static_cast<float>(inverse), to + i * columns_);
    length = std::max(length, static_cast<double>(rounded.length));
    residual = std::max(residual, rounded.residual);
  }
  return {inverse, length, static_cast<double>(residual)};
}

void PanelShorts::fill(std::size_t panel, const float* vectors) {
  if (kept_) {
    known_[panel] = round(panel, vectors, values_.data() + panel * panel_values());
    return;
  }
  AlignedVector<std::int16_t> unused(panel_values());
  known_[panel] = round(panel, vectors, unused.data());
}

PanelShorts::Buffer PanelShorts::buffer() const {
  if (kept_) return {};
  return {AlignedVector<float>(kernels::kPanelItems * factors_.columns()),
          AlignedVector<std::int16_t>(panel_values())};
}

const std::int16_t* PanelShorts::of(std::size_t panel, Buffer& buffer) const {
  if (kept_) return values_.data() + panel * panel_values();
  copy_panel(factors_, panels_, panel, buffer.vectors.data());
  round(panel, buffer.vectors.data(), buffer.shorts.data());
  return buffer.shorts.data();
}

}  // namespace honestrank

#include "rankings/panel_shorts.h"

#include <algorithm>

#include "kernels/integer_rounding.h"
#include "kernels/open_pairs.h"
#include "rankings/integer_scale.h"

namespace honestrank {
namespace {

std::size_t padded(std::size_t columns) {
  return (columns + kernels::kShortPadding - 1) / kernels::kShortPadding * kernels::kShortPadding;
}

}  // namespace

PanelShorts::PanelShorts(const FactorColumns& factors, const ItemPanels& panels, double longest)
    : factors_(factors), panels_(panels), longest_(longest), columns_(padded(factors.columns())) {}

void PanelShorts::use(const PanelRange& range) {
  first_ = range.first;
  values_.resize(range.size() * panel_values());
  known_.resize(range.size());
}

void PanelShorts::fill(std::size_t panel, const float* vectors) {
  const std::size_t columns = factors_.columns();
  const std::size_t count = panels_.items_in(panel);
  const double longest = panels_.length(panel);
  const auto largest = static_cast<double>(kernels::largest_value(vectors, count * columns));
  const double inverse = inverse_scale_for(std::max(longest / longest_, largest / kLargestShort),
                                           longest * kSmallestQuotient);
  std::int16_t* to = values_.data() + (panel - first_) * panel_values();
  double length = longest * inverse;
  float residual = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const auto rounded = kernels::round_to_shorts(vectors + i * columns, columns,
                                                  static_cast<float>(inverse), to + i * columns_);
    length = std::max(length, static_cast<double>(rounded.length));
    residual = std::max(residual, rounded.residual);
  }
  known_[panel - first_] = {inverse, length, static_cast<double>(residual)};
}

}  // namespace honestrank

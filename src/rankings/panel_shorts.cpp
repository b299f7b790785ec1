#include "rankings/panel_shorts.h"

#include "kernels/open_pairs.h"

namespace honestrank {
namespace {

constexpr std::size_t kMostKept = std::size_t{96} << 20;  // bytes

std::size_t padded(std::size_t columns) {
  return (columns + kernels::kShortPadding - 1) / kernels::kShortPadding * kernels::kShortPadding;
}

}  // namespace

PanelShorts::PanelShorts(const FactorColumns& factors, const ItemPanels& panels)
    : factors_(factors),
      panels_(panels),
      rounding_(factors, panels),
      columns_(padded(factors.columns())),
      kept_(panels.panels() * panel_values() * sizeof(std::int16_t) <= kMostKept),
      values_(kept_ ? panels.panels() * panel_values() : 0),
      bands_(panels.panels()) {}

void PanelShorts::fill(std::size_t panel, const float* vectors) {
  if (kept_) {
    bands_[panel] =
        rounding_.round_panel(panel, vectors, factors_.columns(), panels_.items_in(panel),
                              values_.data() + panel * panel_values(), columns_);
    return;
  }
  AlignedVector<std::int16_t> unused(panel_values());
  bands_[panel] = rounding_.round_panel(panel, vectors, factors_.columns(), panels_.items_in(panel),
                                        unused.data(), columns_);
}

PanelShorts::Buffer PanelShorts::buffer() const {
  if (kept_) return {};
  return {AlignedVector<float>(kernels::kPanelItems * factors_.columns()),
          AlignedVector<std::int16_t>(panel_values())};
}

const std::int16_t* PanelShorts::of(std::size_t panel, Buffer& buffer) const {
  if (kept_) return values_.data() + panel * panel_values();
  copy_panel(factors_, panels_, panel, buffer.vectors.data());
  rounding_.round_panel(panel, buffer.vectors.data(), factors_.columns(), panels_.items_in(panel),
                        buffer.shorts.data(), columns_);
  return buffer.shorts.data();
}

}  // namespace honestrank

#include "rankings/panel_vectors.h"

#include <algorithm>

#include "honestrank/base/parallel.h"
#include "kernels/open_pairs.h"

namespace honestrank {
namespace {

constexpr std::size_t kMostKept = std::size_t{128} << 20;  // bytes

std::size_t padded(std::size_t columns) {
  return (columns + kernels::kColumnPadding - 1) / kernels::kColumnPadding *
         kernels::kColumnPadding;
}

}  // namespace

PanelVectors::PanelVectors(const FactorColumns& factors, const ItemPanels& panels, unsigned threads)
    : factors_(factors),
      panels_(panels),
      columns_(padded(factors.columns())),
      kept_(panels.panels() * panel_values() * sizeof(float) <= kMostKept) {
  if (!kept_) return;
  values_.resize(panels.panels() * panel_values());
  parallel_for(panels.panels(), 16, threads, [&](const Block& block) {
    for (std::size_t panel = block.begin; panel < block.end; ++panel) {
      gather(panel, values_.data() + panel * panel_values());
    }
  });
}

const float* PanelVectors::of(std::size_t panel, AlignedVector<float>& buffer) const {
  if (kept_) return values_.data() + panel * panel_values();
  gather(panel, buffer.data());
  return buffer.data();
}

void PanelVectors::gather(std::size_t panel, float* to) const {
  const std::size_t first = panel * kernels::kPanelItems;
  const std::size_t last = std::min(first + kernels::kPanelItems, panels_.ranked());
  for (std::size_t at = first; at < last; ++at, to += columns_) {
    const std::uint32_t item = panels_.item(at);
    std::copy_n(factors_.item(item), factors_.stored(), to);
    if (factors_.has_bias()) to[factors_.stored()] = factors_.bias(item);
  }
}

}  // namespace honestrank

#pragma once

#include <cstddef>

#include "base/aligned.h"
#include "rankings/item_panels.h"

namespace honestrank {

/// The vectors of a panel's items, one after the other, bias included, padded with zeros: kept
/// ready where memory allows, else gathered whenever they are asked for.
class PanelVectors {
 public:
  PanelVectors(const FactorColumns& factors, const ItemPanels& panels, unsigned threads);

  /// Floats of a vector, padding included.
  std::size_t columns() const noexcept { return columns_; }

  /// Memory that of() may need; one per worker.
  AlignedVector<float> buffer() const { return AlignedVector<float>(kept_ ? 0 : panel_values()); }

  /// The vectors of a panel: kept ones, or those gathered in `buffer`.
  const float* of(std::size_t panel, AlignedVector<float>& buffer) const;

 private:
  std::size_t panel_values() const noexcept { return kernels::kPanelItems * columns_; }
  void gather(std::size_t panel, float* to) const;

  const FactorColumns& factors_;
  const ItemPanels& panels_;
  std::size_t columns_;
  bool kept_;
  AlignedVector<float> values_;
};

}  // namespace honestrank

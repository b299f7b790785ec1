#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/aligned.h"
#include "base/fetch.h"
#include "rankings/short_rounding.h"

namespace honestrank {

/// The vectors of a panel's items rounded to 16 bits, one after the other, padded with zeros: kept
/// ready where memory allows, else rounded again whenever they are asked for.
class PanelShorts {
 public:
  PanelShorts(const FactorColumns& factors, const ItemPanels& panels);

  const ShortRounding& rounding() const noexcept { return rounding_; }
  /// Values of a vector, padding included.
  std::size_t columns() const noexcept { return columns_; }

  /// To be called once for every panel, with its items' vectors as copy_panel makes them. Different
  /// panels may be filled at the same time.
  void fill(std::size_t panel, const float* vectors);

  /// Memory that of() may need; one per worker.
  struct Buffer {
    AlignedVector<float> vectors;
    AlignedVector<std::int16_t> shorts;
  };
  Buffer buffer() const;

  const kernels::BandPanel& band(std::size_t panel) const { return bands_[panel]; }
  /// Asks for the kept vectors of a panel, which of() will soon be called for.
  void fetch(std::size_t panel) const noexcept {
    if (kept_) fetch_nearby(values_.data() + panel * panel_values(), panel_values());
  }
  /// The vectors of a panel: kept ones, or those rounded to `buffer`.
  const std::int16_t* of(std::size_t panel, Buffer& buffer) const;

 private:
  std::size_t panel_values() const noexcept { return kernels::kPanelItems * columns_; }

  const FactorColumns& factors_;
  const ItemPanels& panels_;
  ShortRounding rounding_;
  std::size_t columns_;
  bool kept_;
  AlignedVector<std::int16_t> values_;
  std::vector<kernels::BandPanel> bands_;
};

}  // namespace honestrank

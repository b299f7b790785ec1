#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/aligned.h"
#include "base/fetch.h"
#include "rankings/factor_columns.h"
#include "rankings/item_panels.h"

namespace honestrank {

/// The vectors of a panel's items rounded to 16 bits for a closer look at some pairs, one after the
/// other, padded with zeros: kept ready where memory allows, else rounded again whenever they are
/// asked for.
class PanelShorts {
 public:
  /// Rounded vectors are as long as their values allow, and at most `longest`.
  PanelShorts(const FactorColumns& factors, const ItemPanels& panels, double longest);

  double longest() const noexcept { return longest_; }
  /// Values of a vector; padding included.
  std::size_t stored() const noexcept { return factors_.columns(); }
  std::size_t columns() const noexcept { return columns_; }

  /// To be called once for every panel, with its items' vectors as copy_panel makes them. Different
  /// panels may be filled at the same time.
  void fill(std::size_t panel, const float* vectors);

  /// What is known of a panel: what its values were multiplied by, and upper bounds on the lengths
  /// of the vectors, rounded or not, and of what rounding left out, after that.
  struct Panel {
    double inverse = 0;
    double length = 0;
    double residual = 0;
  };
  const Panel& known(std::size_t panel) const { return known_[panel]; }

  /// Memory that of() may need; one per worker.
  struct Buffer {
    AlignedVector<float> vectors;
    AlignedVector<std::int16_t> shorts;
  };
  Buffer buffer() const;

  /// Asks for the kept vectors of a panel, which of() will soon be called for.
  void fetch(std::size_t panel) const noexcept {
    if (kept_) fetch_nearby(values_.data() + panel * panel_values(), panel_values());
  }
  /// The vectors of a panel: kept ones, or those rounded to `buffer`.
  const std::int16_t* of(std::size_t panel, Buffer& buffer) const;

 private:
  std::size_t panel_values() const noexcept { return kernels::kPanelItems * columns_; }
  Panel round(std::size_t panel, const float* vectors, std::int16_t* to) const;

  const FactorColumns& factors_;
  const ItemPanels& panels_;
  double longest_;
  std::size_t columns_;
  bool kept_;
  AlignedVector<std::int16_t> values_;
  std::vector<Panel> known_;
};

}  // namespace honestrank

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/aligned.h"
#include "base/fetch.h"
#include "rankings/factor_columns.h"
#include "rankings/item_panels.h"
#include "rankings/score_filter.h"

namespace honestrank {

/// The vectors of the items of some panels rounded to 16 bits for a closer look at some pairs, one
/// after the other, padded with zeros.
class PanelShorts {
 public:
  /// Rounded vectors are as long as their values allow, and at most `longest`.
  PanelShorts(const FactorColumns& factors, const ItemPanels& panels, double longest);

  double longest() const noexcept { return longest_; }
  /// Values of a vector; with padding.
  std::size_t unpadded() const noexcept { return factors_.columns(); }
  std::size_t columns() const noexcept { return columns_; }

  /// The memory that a panel takes.
  std::size_t panel_bytes() const noexcept { return panel_values() * sizeof(std::int16_t); }

  /// Makes room for these panels instead of others.
  void use(const PanelRange& range);
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
  const Panel& known(std::size_t panel) const { return known_[panel - first_]; }

  /// The vectors of a panel.
  const std::int16_t* of(std::size_t panel) const {
    return values_.data() + (panel - first_) * panel_values();
  }
  /// Asks for the vectors of a panel, which of() will soon be called for.
  void fetch(std::size_t panel) const noexcept { fetch_nearby(of(panel), panel_values()); }

 private:
  std::size_t panel_values() const noexcept { return kernels::kPanelItems * columns_; }

  const FactorColumns& factors_;
  const ItemPanels& panels_;
  double longest_;
  std::size_t columns_;
  std::size_t first_ = 0;  ///< panel
  AlignedVector<std::int16_t> values_;
  std::vector<Panel> known_;
};

}  // namespace honestrank

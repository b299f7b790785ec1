#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "kernels/byte_filter.h"
#include "rankings/factor_columns.h"

namespace honestrank {

/// The items of a factor model in the order in which they are scored: long vectors first, in
/// panels of 64, those of zeros left out.
///
/// A score is never larger than the product of two lengths, so most users need only the first
/// panels. Among items of like length they are ordered by their largest value, for those that share
/// a panel to fit one scale.
class ItemPanels {
 public:
  ItemPanels(const FactorColumns& factors, unsigned threads);

  std::size_t items() const noexcept { return position_.size(); }
  /// Items that are not all zeros; their positions are 0 up to this.
  std::size_t ranked() const noexcept { return order_.size(); }
  std::size_t panels() const noexcept {
    return (ranked() + kernels::kPanelItems - 1) / kernels::kPanelItems;
  }

  /// The item at a position; the position of an item, at least ranked() for one of zeros.
  std::uint32_t item(std::size_t position) const noexcept { return order_[position]; }
  std::uint32_t position(std::uint32_t item) const noexcept { return position_[item]; }

  /// How many items count as of like length: several panels, but few in proportion to all.
  static std::size_t items_of_like_length(std::size_t items) noexcept;

  /// Items in a panel: 64, or fewer in the last.
  std::size_t items_in(std::size_t panel) const noexcept {
    return std::min(kernels::kPanelItems, ranked() - panel * kernels::kPanelItems);
  }
  /// Bits of a panel behind which there is no item.
  std::uint64_t padding(std::size_t panel) const noexcept;

  /// Largest length of an item in a panel; in it and all behind it.
  double length(std::size_t panel) const noexcept { return length_[panel]; }
  double length_from(std::size_t panel) const noexcept { return length_from_[panel]; }
  double longest() const noexcept { return length_from_.empty() ? 0 : length_from_.front(); }

  /// First item with a value that is not finite; items() if there is none.
  std::size_t first_not_finite() const noexcept { return first_not_finite_; }

 private:
  std::vector<std::uint32_t> order_;
  std::vector<std::uint32_t> position_;
  std::vector<double> length_;
  std::vector<double> length_from_;
  std::size_t first_not_finite_ = 0;
};

/// Copies the vectors of a panel's items, bias included, one after the other.
void copy_panel(const FactorColumns& factors, const ItemPanels& panels, std::size_t panel,
                float* to) noexcept;

}  // namespace honestrank

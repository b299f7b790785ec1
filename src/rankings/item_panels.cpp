#include "rankings/item_panels.h"

#include <algorithm>
#include <cmath>

#include "honestrank/base/parallel.h"

namespace honestrank {
namespace {

constexpr std::size_t kItemsOfLikeLength = 1024;

struct ItemSize {
  float length = 0;   ///< for the order alone
  float largest = 0;  ///< of the absolute values
  std::uint32_t item = 0;
};

}  // namespace

ItemPanels::ItemPanels(const FactorColumns& factors, unsigned threads)
    : position_(factors.items()), first_not_finite_(factors.items()) {
  const std::size_t items = factors.items();
  std::vector<double> length(items);
  std::vector<ItemSize> sizes(items);
  parallel_for(items, 1024, threads, [&](const Block& block) {
    for (std::size_t item = block.begin; item < block.end; ++item) {
      const float* values = factors.item(item);
      const float bias = factors.bias(item);
      const double stored = length_of(values, factors.stored());
      length[item] = factors.has_bias() ? std::hypot(stored, bias) * kLengthMargin : stored;
      float largest = std::abs(bias);
      for (std::size_t k = 0; k < factors.stored(); ++k) {
        largest = std::max(largest, std::abs(values[k]));
      }
      sizes[item] = {static_cast<float>(length[item]), largest, static_cast<std::uint32_t>(item)};
    }
  });
  for (std::size_t item = 0; item < items; ++item) {
    if (std::isfinite(length[item])) continue;
    first_not_finite_ = item;
    return;
  }

  const auto zeros = std::stable_partition(
      sizes.begin(), sizes.end(), [&](const ItemSize& size) { return length[size.item] != 0; });
  for (auto zero = zeros; zero != sizes.end(); ++zero) {
    position_[zero->item] = static_cast<std::uint32_t>(zero - sizes.begin());
  }
  sizes.erase(zeros, sizes.end());
  std::sort(sizes.begin(), sizes.end(), [](const ItemSize& a, const ItemSize& b) {
    return a.length != b.length ? a.length > b.length : a.item < b.item;
  });
  order_.resize(sizes.size());
  parallel_for(sizes.size(), kItemsOfLikeLength, threads, [&](const Block& block) {
    std::sort(sizes.begin() + static_cast<std::ptrdiff_t>(block.begin),
              sizes.begin() + static_cast<std::ptrdiff_t>(block.end),
              [](const ItemSize& a, const ItemSize& b) {
                return a.largest != b.largest ? a.largest > b.largest : a.item < b.item;
              });
    for (std::size_t at = block.begin; at < block.end; ++at) {
      order_[at] = sizes[at].item;
      position_[sizes[at].item] = static_cast<std::uint32_t>(at);
    }
  });

  length_.resize(panels());
  for (std::size_t at = 0; at < order_.size(); ++at) {
    double& panel = length_[at / kernels::kPanelItems];
    panel = std::max(panel, length[order_[at]]);
  }
  length_from_ = length_;
  for (std::size_t panel = length_.size(); panel-- > 1;) {
    length_from_[panel - 1] = std::max(length_from_[panel - 1], length_from_[panel]);
  }
}

std::uint64_t ItemPanels::padding(std::size_t panel) const noexcept {
  const std::size_t filled = items_in(panel);
  return filled == kernels::kPanelItems ? 0 : ~std::uint64_t{0} << filled;
}

void copy_panel(const FactorColumns& factors, const ItemPanels& panels, std::size_t panel,
                float* to) noexcept {
  const std::size_t first = panel * kernels::kPanelItems;
  const std::size_t last = first + panels.items_in(panel);
  for (std::size_t at = first; at < last; ++at, to += factors.columns()) {
    factors.copy_item(panels.item(at), to);
  }
}

}  // namespace honestrank

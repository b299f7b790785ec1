#include "rankings/item_panels.h"

#include <algorithm>
#include <bit>
#include <boost/sort/spreadsort/integer_sort.hpp>
#include <cmath>
#include <span>

#include "honestrank/base/parallel.h"
#include "kernels/integer_rounding.h"

namespace honestrank {
namespace {

/// A number that falls as the value, which is not negative, rises; among equal values it rises with
/// the item.
std::uint64_t falling_key(float value, std::uint32_t item) noexcept {
  return std::uint64_t{~std::bit_cast<std::uint32_t>(value)} << 32 | item;
}

std::uint32_t item_of(std::uint64_t key) noexcept { return static_cast<std::uint32_t>(key); }

}  // namespace

ItemPanels::ItemPanels(const FactorColumns& factors, unsigned threads)
    : position_(factors.items()), first_not_finite_(factors.items()) {
  const std::size_t items = factors.items();
  std::vector<double> length(items);
  std::vector<float> largest(items);
  parallel_for(items, 1024, threads, [&](const Block& block) {
    for (std::size_t item = block.begin; item < block.end; ++item) {
      const double stored = length_of(factors.item(item), factors.stored());
      const float bias = factors.bias(item);
      length[item] = factors.has_bias() ? std::hypot(stored, bias) * kLengthMargin : stored;
      largest[item] =
          std::max(kernels::largest_value(factors.item(item), factors.stored()), std::abs(bias));
    }
  });
  std::vector<std::uint64_t> keys;
  keys.reserve(items);
  for (std::uint32_t item = 0; item < items; ++item) {
    if (!std::isfinite(length[item])) {
      first_not_finite_ = item;
      return;
    }
    if (length[item] != 0) keys.push_back(falling_key(static_cast<float>(length[item]), item));
  }
  auto next_of_zeros = static_cast<std::uint32_t>(keys.size());
  for (std::size_t item = 0; item < items; ++item) {
    if (length[item] == 0) position_[item] = next_of_zeros++;
  }

  boost::sort::spreadsort::integer_sort(keys.begin(), keys.end());
  order_.resize(keys.size());
  parallel_for(keys.size(), items_of_like_length(keys.size()), threads, [&](const Block& block) {
    const auto own = std::span(keys).subspan(block.begin, block.end - block.begin);
    for (std::uint64_t& key : own) key = falling_key(largest[item_of(key)], item_of(key));
    std::sort(own.begin(), own.end());
    for (std::size_t at = block.begin; at < block.end; ++at) {
      order_[at] = item_of(keys[at]);
      position_[order_[at]] = static_cast<std::uint32_t>(at);
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

std::size_t ItemPanels::items_of_like_length(std::size_t items) noexcept {
  return std::clamp<std::size_t>(items / (16 * kernels::kPanelItems), 1, 16) * kernels::kPanelItems;
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

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace honestrank {

/// A set of item numbers of bounded size: open addressing, at most half full.
class ItemSet {
 public:
  explicit ItemSet(std::uint32_t most)
      : slots_(std::bit_ceil(std::size_t{2} * most + 2), kFree),
        shift_(64 - std::countr_zero(slots_.size())) {}

  bool contains(std::uint32_t item) const noexcept { return slots_[find(item)] == item; }

  /// False if `item` was there already.
  bool insert(std::uint32_t item) noexcept {
    std::uint32_t& slot = slots_[find(item)];
    if (slot == item) return false;
    slot = item;
    return true;
  }

 private:
  static constexpr std::uint32_t kFree = std::numeric_limits<std::uint32_t>::max();

  /// The slot that holds `item`, or the free one where it belongs.
  std::size_t find(std::uint32_t item) const noexcept {
    std::size_t at = (item * 0x9E3779B97F4A7C15ULL) >> shift_;
    while (slots_[at] != kFree && slots_[at] != item) at = (at + 1) & (slots_.size() - 1);
    return at;
  }

  std::vector<std::uint32_t> slots_;
  int shift_;
};

}  // namespace honestrank

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "honestrank/data/user_items.h"

namespace honestrank {

/// Whether `own` rises strictly and stays below `items`. Without a branch for every item: such
/// lists are nearly always right, and read as fast as memory brings them.
inline bool rise_below(std::span<const std::uint32_t> own, std::size_t items) noexcept {
  std::uint32_t falls = 0;
  for (std::size_t i = 1; i < own.size(); ++i) falls |= own[i] <= own[i - 1] ? 1U : 0U;
  return falls == 0 && (own.empty() || own.back() < items);
}

/// The part of validate() that does not look at the items.
void validate_limits(UserItemsView lists);

}  // namespace honestrank

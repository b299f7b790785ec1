#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/huge_pages.h"

namespace honestrank {

/// Room to reserve for a column that needs `needed` entries for the first `part_read` of a file:
/// enough for the rest if it is like the beginning, or twice as much where little is known.
inline std::size_t room_for(std::size_t needed, double part_read) noexcept {
  constexpr double kMargin = 1.02;
  constexpr double kLeastPart = 0.01;  // less says little about the rest
  if (part_read < kLeastPart) return 2 * needed;
  const double expected = static_cast<double>(needed) / part_read * kMargin;
  return std::max(needed, static_cast<std::size_t>(expected));
}

/// Appends `values` to a column that holds the rows of the file up to `part_read` of it then.
template <typename Value>
void append_to_column(std::vector<Value>& column, const std::vector<Value>& values,
                      double part_read) {
  const std::size_t needed = column.size() + values.size();
  if (needed > column.capacity()) reserve_on_huge_pages(column, room_for(needed, part_read));
  column.insert(column.end(), values.begin(), values.end());
}

}  // namespace honestrank

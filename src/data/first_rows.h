#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "honestrank/data/interactions.h"

namespace honestrank {

/// For each row, the first row with the same user and item: itself unless it is a duplicate.
inline std::vector<std::size_t> first_rows(const Interactions& interactions) {
  constexpr std::uint32_t kNobody = std::numeric_limits<std::uint32_t>::max();
  const RowsByUser grouped = rows_by_user(interactions);
  std::vector<std::size_t> first(interactions.size());
  // Per item: the last user seen with it and the row of that. Users come one after the other, so
  // nothing needs to be cleared between them.
  std::vector<std::uint32_t> owner(interactions.items.size(), kNobody);
  std::vector<std::size_t> owned_row(interactions.items.size());
  for (std::uint32_t user = 0; user < interactions.users.size(); ++user) {
    for (std::size_t at = grouped.begin[user]; at < grouped.begin[user + 1]; ++at) {
      const std::size_t row = grouped.rows[at];
      const std::uint32_t item = interactions.item[row];
      if (owner[item] != user) {
        owner[item] = user;
        owned_row[item] = row;
      }
      first[row] = owned_row[item];
    }
  }
  return first;
}

}  // namespace honestrank

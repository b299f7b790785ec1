#pragma once

#include <cstddef>

#include "honestrank/rankings/user_ranks.h"

namespace honestrank {

/// Appends the entries of `block` behind those of `all`; both have gains or neither has.
void append_ranks(const UserRanks& block, UserRanks& all);

/// Appends entry `entry` of `from` behind those of `all`.
void append_entry(const UserRanks& from, std::size_t entry, UserRanks& all);

}  // namespace honestrank

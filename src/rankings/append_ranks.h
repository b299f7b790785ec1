#pragma once

#include "honestrank/rankings/user_ranks.h"

namespace honestrank {

/// Appends the entries of `block` behind those of `all`; both have gains or neither has.
void append_ranks(const UserRanks& block, UserRanks& all);

}  // namespace honestrank

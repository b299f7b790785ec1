#pragma once

#include <cstddef>
#include <span>

#include "honestrank/rankings/user_ranks.h"

namespace honestrank {

/// The entries of these numbers, in this order.
UserRanks select_entries(const UserRanks& ranks, std::span<const std::size_t> entries);

}  // namespace honestrank

#pragma once

#include "honestrank/data/rank_table.h"
#include "honestrank/rankings/user_ranks.h"

namespace honestrank {

/// The tie groups that a rank file describes; `user` is a number of `table.users`. Rows of a user
/// with the same rank and number of ties are relevant items of one tie group.
UserRanks ranks_from_table(const RankTable& table);

/// The table of ranks, for a rank file; `user` is a number of `users`. Throws InputError for
/// relevant items without a rank and for unknown numbers of items, which a file cannot hold.
RankTable table_from_ranks(const UserRanks& ranks, const IdMap& users);

}  // namespace honestrank

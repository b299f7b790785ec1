#pragma once

#include <span>
#include <string>
#include <vector>

#include "honestrank/data/sampled_rank_table.h"
#include "honestrank/sampling/sampled_ranks.h"

namespace honestrank {

/// As in "uniform, without replacement", which sampled-rank files carry.
std::string describe(SamplingProtocol protocol, Replacement replacement);

/// The sampled ranks of a file, one result for each repeat. `user` is a number of `table.users`.
/// Where the file does not say how its items were drawn, they were drawn uniformly and with
/// `replacement`. Throws InputError, naming `name`, for a protocol that does not exist and for
/// repeats without any row.
std::vector<SampledRanks> sampled_ranks_from_table(const SampledRankTable& table,
                                                   Replacement replacement,
                                                   const std::string& name);

/// The table of sampled ranks: all repeats of the same users, whose ids are `users`.
SampledRankTable to_table(std::span<const SampledRanks> repeats, const IdMap& users);

}  // namespace honestrank

#pragma once

#include <memory>

#include "honestrank/models/score_source.h"
#include "rankings/ranking_task.h"

namespace honestrank {

/// Ranks users by the float64 scores of all items: for values beyond the reach of the filters, and
/// for users with so many held-out items that one pass over all scores is faster.
std::unique_ptr<BlockRanker> plain_factor_ranker(const Factors& factors, const RankingTask& task);

/// full_ranks for factors in that way.
UserRanks rank_factors_plainly(const Factors& factors, const RankingTask& task);

}  // namespace honestrank

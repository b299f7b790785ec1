#pragma once

#include "honestrank/models/score_source.h"
#include "rankings/ranking_task.h"

namespace honestrank {

/// full_ranks for factors. The users' biases take no part.
UserRanks rank_factors(const Factors& factors, const RankingTask& task);

}  // namespace honestrank

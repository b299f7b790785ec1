#pragma once

#include "honestrank/models/score_source.h"
#include "rankings/ranking_task.h"

namespace honestrank {

/// full_ranks for a given matrix of scores: each row that is needed is read once.
UserRanks rank_matrix(const ScoreMatrix& matrix, const RankingTask& task);

}  // namespace honestrank

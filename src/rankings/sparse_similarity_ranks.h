#pragma once

#include "honestrank/models/score_source.h"
#include "rankings/ranking_task.h"

namespace honestrank {

/// full_ranks for sparse similarities: a user costs the neighbours of the history's items. All
/// other items have score 0 and are counted without being visited.
UserRanks rank_sparse_similarity(const SparseSimilarity& source, const RankingTask& task);

}  // namespace honestrank

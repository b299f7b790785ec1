#pragma once

#include "honestrank/models/score_source.h"
#include "rankings/ranking_task.h"

namespace honestrank {

/// full_ranks for dense similarities: the scores of a block of users are summed up tile by tile of
/// the items, so that weights are read again from the cache by the next users of the block.
UserRanks rank_dense_similarity(const DenseSimilarity& source, const RankingTask& task);

}  // namespace honestrank

#pragma once

#include "honestrank/models/score_source.h"
#include "rankings/ranking_task.h"

namespace honestrank {

/// full_ranks for scores that all users share: they are sorted once, and a user costs a search for
/// each held-out item and a step for each masked one.
UserRanks rank_item_scores(const ItemScores& source, const RankingTask& task);

}  // namespace honestrank

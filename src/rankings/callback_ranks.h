#pragma once

#include "honestrank/models/score_source.h"
#include "rankings/ranking_task.h"

namespace honestrank {

/// full_ranks for a callback, which is called with batches of users: by one thread at a time unless
/// it is concurrent, while other threads count what it has scored.
UserRanks rank_callback(const ScoreCallback& source, const RankingTask& task);

}  // namespace honestrank

#pragma once

#include "honestrank/models/score_source.h"
#include "rankings/ranking_task.h"

namespace honestrank {

/// The task of full_ranks for lists whose messages name rows. Throws InputError unless source and
/// lists are valid and fit together.
RankingTask checked_task(const ScoreSource& scores, const UserItems& held_out,
                         const UserItems& seen, const FullRanksOptions& options);

}  // namespace honestrank

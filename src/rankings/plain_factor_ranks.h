#pragma once

#include <cstdint>
#include <span>

#include "honestrank/models/score_source.h"
#include "rankings/ranking_task.h"

namespace honestrank {

/// Ranks users of the task, rising, by the scores of all items as they are defined: for values that
/// no bound holds for, and for users with very many held-out items.
UserRanks rank_factors_plainly(const Factors& factors, const RankingTask& task,
                               std::span<const std::uint32_t> users);

}  // namespace honestrank

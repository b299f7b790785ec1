#pragma once

#include <cstdint>

#include "honestrank/estimators/rank_distribution.h"
#include "metrics/rank_contribution.h"

namespace honestrank::estimators {

/// The mean of what the relevant item number `order` adds to a metric, for an item that stands
/// below as many irrelevant ones as `learnt` says.
double rank_mean(const RankDistribution& learnt, const metrics::RankContribution& value,
                 std::uint64_t order);

}  // namespace honestrank::estimators

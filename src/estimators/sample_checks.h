#pragma once

#include <span>

#include "honestrank/estimators/estimator.h"
#include "honestrank/sampling/sampled_ranks.h"

namespace honestrank::estimators {

/// Throws InputError as validate does, and for items drawn by popularity with any estimator but
/// naive.
void require_correctable(const SampledRanks& sampled, std::span<const Estimator> estimators);

/// Throws InputError unless all repeats are of the same users, with the same items, drawn alike.
void require_same_users(std::span<const SampledRanks> repeats);

}  // namespace honestrank::estimators

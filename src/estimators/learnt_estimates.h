#pragma once

#include <span>
#include <vector>

#include "honestrank/estimators/estimate.h"

namespace honestrank::estimators {

/// Estimates of an estimator that learns where relevant items stand, from the sampled ranks of all
/// users, for every metric. Error bars come from samples of users, from which everything is learnt
/// anew. `test_assumption`: diagnostics say whether the samples agree with what monotone_mle takes
/// for granted. Throws InputError for users with several relevant items, and as learn_mle and
/// learn_mes do.
std::vector<MetricEstimate> learnt_estimates(const SampledRanks& sampled,
                                             std::span<const Metric> metrics,
                                             const Estimator& estimator,
                                             const EstimateOptions& options, bool test_assumption);

}  // namespace honestrank::estimators

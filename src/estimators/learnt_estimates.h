#pragma once

#include <span>
#include <vector>

#include "honestrank/estimators/estimate.h"

namespace honestrank::estimators {

/// Estimates of estimators that learn where relevant items stand from the sampled ranks of all
/// users: for each of several samples of the same users all metrics of the first estimator, then
/// of the second, and so on.
///
/// Of users with several relevant items the first, the second, ... are learnt one by one, each with
/// a rank distribution of its own: a sample shows the place among the relevant ones exactly. Users
/// count as they do in the metric, so that metrics with other denominators learn anew.
///
/// Error bars come from samples of users, from which everything is learnt anew. Of the first
/// sample, diagnostics say whether it agrees with what monotone_mle takes for granted. Throws
/// InputError for users with several relevant items and monotone_mle, and as learn_mle and
/// learn_mes do.
std::vector<std::vector<MetricEstimate>> learnt_estimates(std::span<const SampledRanks> repeats,
                                                          std::span<const Metric> metrics,
                                                          std::span<const Estimator> estimators,
                                                          const EstimateOptions& options);

}  // namespace honestrank::estimators

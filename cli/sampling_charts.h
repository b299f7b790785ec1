#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "honestrank/estimators/estimate.h"
#include "honestrank/metrics/metric.h"
#include "honestrank/report/result_report.h"
#include "honestrank/sampling/expect.h"
#include "honestrank/sampling/sampling_costs.h"
#include "honestrank/sampling/sampling_model.h"
#include "rank_charts.h"

namespace honestrank::cli {

/// What sampled metrics of models come to as the number of samples grows, and where the order of
/// two models flips (Krichene & Rendle, Figures 2 and 6): naive ones up to all items (10,000 at
/// most), corrected ones, whose tables are large, up to `most_corrected` samples.
void add_charts_by_samples(std::span<const NamedRanks> models, std::span<const Metric> metrics,
                           std::span<const Estimator> estimators, const ExpectOptions& sampling,
                           const CorrectionOptions& correction, std::uint64_t most_corrected,
                           ResultReport& report);

/// What a sampled metric makes of each rank, for every number of samples (Figure 3).
void add_sampled_metric_by_rank(std::span<const Metric> metrics, std::uint64_t items,
                                std::span<const std::uint64_t> sizes, Replacement replacement,
                                ResultReport& report);

/// The tables of corrections for users with one relevant item, and what they make of each rank
/// (Figure 4). Estimators that learn from all users have no table and are left out.
void add_correction_charts(std::span<const Metric> metrics, std::span<const Estimator> estimators,
                           const SamplingModel& model, std::span<const double> prior,
                           std::size_t users, ResultReport& report);

/// What each size of adaptive samples cost and brought.
void add_cost_charts(const std::vector<SamplingCost>& costs, ResultReport& report);

/// What the estimators do, a sentence each.
void add_estimator_definitions(std::span<const Estimator> estimators, ResultReport& report);

}  // namespace honestrank::cli

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "honestrank/estimators/estimate.h"
#include "honestrank/report/result_report.h"
#include "honestrank/sampling/expect.h"

namespace honestrank {

/// The row of an estimate; what is known of its bias is in the diagnostics.
ResultRow estimate_row(const std::string& model, const MetricEstimate& estimate);

/// What a reader of a model's estimates must know: cut-offs that the sample does not resolve,
/// estimators whose values cannot be. `estimates` are those of `metrics` by estimator.
std::vector<std::string> estimate_warnings(const std::string& model,
                                           std::span<const Metric> metrics,
                                           std::span<const MetricEstimate> estimates);

/// As in "ease: 100 samples of 3000 items a user, on average (uniform, with replacement)".
std::string sample_note(const std::string& model, const MetricEstimate& estimate,
                        const SampledRanks& sampled);

/// Where some hundred users have several relevant items in samples of one size, and none of the
/// estimators learns where those stand: that there is one that does. Else empty.
std::string several_items_note(const std::string& model, std::span<const Metric> metrics,
                               std::span<const Estimator> estimators, const SampledRanks& sampled);

/// How to read the estimates of these.
std::vector<std::string> estimate_notes(std::span<const Estimator> estimators);

/// The row of what `samples` samples a user come to, with 1.96 standard deviations as interval.
ResultRow expected_row(const std::string& model, const ExpectedMetric& expected,
                       const std::string& estimator, std::uint64_t samples);

/// How to read such rows.
std::string expected_note(Replacement replacement);

}  // namespace honestrank

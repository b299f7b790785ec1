#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "honestrank/metrics/metric.h"

namespace honestrank::metrics {

enum class CutoffRule { required, optional, none };

CutoffRule cutoff_rule(MetricKind kind);

/// Our name of a kind: its enumerator.
std::string_view name_of(MetricKind kind);

/// Whether the metric adds up gains, rather than counting relevant items.
bool uses_gains(MetricKind kind);

/// The highest gain that ndcg and dcg add up: beyond it a sum could leave the range of a double.
double highest_gain(GainKind kind);

/// What is wrong with the parameters of `metric`, as "expected a cut-off, as in precision@10";
/// nothing if they are in their ranges.
std::optional<std::string> fault_of(const Metric& metric);

/// The same where every relevant item has the gain 1.
std::optional<std::string> fault_without_gains(const Metric& metric);

}  // namespace honestrank::metrics

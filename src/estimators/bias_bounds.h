#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "honestrank/metrics/metric.h"
#include "honestrank/sampling/sampling_model.h"
#include "sampling/metric_tables.h"

namespace honestrank::estimators {

/// Between what the bias of a table lies, whatever the rank.
struct BiasBound {
  double least = std::numeric_limits<double>::infinity();
  double most = -std::numeric_limits<double>::infinity();
};

/// How far the expectation of a table can be from the metric: at all ranks close to the top, at
/// ranks a quarter as far apart as sampled ranks tell them further down, and on both sides of where
/// a metric jumps; as samples are drawn.
class BiasBounds {
 public:
  /// For users with these numbers of irrelevant items, the fewest and the most.
  BiasBounds(std::uint64_t fewest, std::uint64_t most, std::uint64_t samples, Replacement drawn);

  /// Of tables for all metrics of one estimator, then of the next, ...; by place and order.
  std::vector<BiasBound> of(const sampling::MetricTables& tables, std::span<const Metric> metrics,
                            std::size_t estimators, std::uint64_t relevant) const;

 private:
  std::vector<SamplingModel> models_;
};

}  // namespace honestrank::estimators

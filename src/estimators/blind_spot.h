#pragma once

#include <fmt/format.h>

#include "honestrank/estimators/estimate.h"

namespace honestrank::estimators {

/// Marks an estimate whose metric and population are set, and whose cut-off is below the resolution
/// of samples of which the largest are so many.
inline void describe_blind_spot(double most_samples, MetricEstimate& estimate) {
  const auto& cutoff = estimate.result.metric.cutoff;
  estimate.resolution = estimate.population / most_samples;
  estimate.in_blind_spot = cutoff && static_cast<double>(*cutoff) < estimate.resolution;
  if (!estimate.in_blind_spot) return;
  estimate.diagnostics.push_back(fmt::format(
      "blind spot: one sampled rank stands for {:.0f} ranks, the top {} are fewer; their order is "
      "not seen",
      estimate.resolution, *cutoff));
}

}  // namespace honestrank::estimators

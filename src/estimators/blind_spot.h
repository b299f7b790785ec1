#pragma once

#include <fmt/format.h>

#include "honestrank/estimators/estimate.h"

namespace honestrank::estimators {

/// Marks an estimate whose metric and population are set, and whose cut-off is below the resolution
/// of so many samples.
inline void describe_blind_spot(double samples, MetricEstimate& estimate) {
  const auto& cutoff = estimate.result.metric.cutoff;
  const double resolution = estimate.population / samples;
  estimate.in_blind_spot = cutoff && static_cast<double>(*cutoff) < resolution;
  if (!estimate.in_blind_spot) return;
  estimate.diagnostics.push_back(fmt::format(
      "blind spot: one sampled rank stands for {:.0f} ranks, the top {} are fewer; their order is "
      "not seen",
      resolution, *cutoff));
}

}  // namespace honestrank::estimators

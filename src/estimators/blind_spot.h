#pragma once

#include <fmt/format.h>

#include <string>

#include "honestrank/estimators/estimate.h"

namespace honestrank::estimators {

/// "250", "1.1".
inline std::string ranks_text(double ranks) {
  return ranks < 10 ? fmt::format("{:.1f}", ranks) : fmt::format("{:.0f}", ranks);
}

/// Marks an estimate whose metric and population are set, and whose cut-off is below the resolution
/// of samples of which the largest are so many.
inline void describe_blind_spot(double most_samples, MetricEstimate& estimate) {
  const auto& cutoff = estimate.result.metric.cutoff;
  estimate.resolution = estimate.population / most_samples;
  estimate.in_blind_spot = cutoff && static_cast<double>(*cutoff) < estimate.resolution;
  if (!estimate.in_blind_spot) return;
  estimate.diagnostics.push_back(fmt::format(
      "blind spot: one sampled rank stands for {} ranks, the top {} are fewer; their order is "
      "not seen",
      ranks_text(estimate.resolution), *cutoff));
}

}  // namespace honestrank::estimators

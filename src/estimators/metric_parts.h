#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "honestrank/metrics/metric.h"
#include "metrics/rank_contribution.h"

namespace honestrank::estimators {

/// What relevant items add to a metric, up to a factor that depends on how many a user has.
struct MetricPart {
  std::size_t metric = 0;  ///< its place in the list
  metrics::RankContribution value;
};

/// Parts of metrics to which the items of users with other numbers of relevant items add in the
/// same proportions, so that they can be read off the same rank distributions: where the first,
/// second, ... relevant items stand, of users weighted like this.
struct PartsAlike {
  std::vector<MetricPart> parts;
  /// Of a user, by the number of relevant items; 0: such users have nothing to do with these parts,
  /// or there are none.
  std::vector<double> weight;
  std::uint64_t orders = 0;  ///< behind these relevant items no other adds anything
};

/// The parts of `metrics` for users with `relevant` numbers of relevant items (rising). A metric
/// has one part, but r_precision one for each number, which is its cut-off.
std::vector<PartsAlike> metric_parts(std::span<const Metric> metrics,
                                     std::span<const std::uint64_t> relevant,
                                     std::uint64_t irrelevant);

/// How many rank distributions these can take, one for each order.
std::uint64_t distributions_of(std::span<const PartsAlike> parts);

/// What a user with `relevant` relevant items counts in the mean over users.
double user_weight(const Metric& metric, std::uint64_t relevant);

}  // namespace honestrank::estimators

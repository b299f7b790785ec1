#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace honestrank {

/// How a metric over all items is estimated from sampled ranks (docs/sampled_metrics.md). The first
/// is what most papers report; the others are the corrections of Krichene & Rendle (KDD 2020).
enum class EstimatorKind {
  naive,          ///< the metric of the sampled ranking, as if it were the metric
  rank,           ///< the metric at the rank that the sampled rank stands for, rounded down
  rank_linear,    ///< the same, interpolated instead of rounded
  least_squares,  ///< least bias over all ranks
  cls,            ///< least bias with values that fall with the sampled rank and are not negative
  bv,             ///< least sum of bias^2 and gamma times the variance
};

struct Estimator {
  std::string name = "naive";  ///< as it was asked for; results carry it
  EstimatorKind kind = EstimatorKind::naive;
  double gamma = 0.1;  ///< bv only: from 0 (as least_squares) to 1 (posterior mean)
};

/// Reads `naive`, `rank`, `rank_linear`, `least_squares`, `cls`, `bv` or `bv(0.01)`. Throws
/// InputError naming what was not understood and what there is.
Estimator parse_estimator(std::string_view name);

/// Reads a comma-separated list of names.
std::vector<Estimator> parse_estimators(std::string_view list);

}  // namespace honestrank

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "honestrank/estimators/rank_distribution.h"

namespace honestrank {

/// How a metric over all items is estimated from sampled ranks (docs/sampled_metrics.md). The first
/// is what most papers report; then come the corrections of Krichene & Rendle (KDD 2020) and, from
/// mn on, the estimators of Li, Jin et al. (AAAI 2023).
enum class EstimatorKind {
  naive,          ///< the metric of the sampled ranking, as if it were the metric
  rank,           ///< the metric at the rank that the sampled rank stands for, rounded down
  rank_linear,    ///< the same, interpolated instead of rounded
  least_squares,  ///< least bias over all ranks
  cls,            ///< least bias with values that fall with the sampled rank and are not negative
  bv,             ///< least sum of bias^2 and gamma times the variance
  mn,             ///< least mean squared error for the number of users there is
  mle,            ///< from the rank distribution that makes the sampled ranks most likely
  monotone_mle,   ///< the same among distributions that do not rise with the rank
  mes,            ///< from one that is close to them and spread out
};

/// Where bv and mn have the prior probabilities of ranks from.
enum class PriorSource {
  given,  ///< from the options, where all ranks are alike by default
  mle,    ///< learnt from the same sampled ranks
  mes,
};

struct Estimator {
  std::string name = "naive";  ///< as it was asked for; results carry it
  EstimatorKind kind = EstimatorKind::naive;
  double gamma = 0.1;              ///< bv: from 0 (as least_squares) to 1 (posterior mean)
  double eta = 0.001;              ///< mes, also as a prior: the weight of the entropy
  std::uint32_t iterations = 100;  ///< mle, also as a prior; at most
  double tolerance = 0;            ///< mle, also as a prior: as LearnOptions::tolerance
  PriorSource prior = PriorSource::given;
  FallingShape shape = FallingShape::any;  ///< monotone_mle

  /// Whether it reads metrics off a rank distribution that it learns.
  bool is_distribution() const noexcept {
    return kind == EstimatorKind::mle || kind == EstimatorKind::monotone_mle ||
           kind == EstimatorKind::mes;
  }
  /// Whether it learns where relevant items stand from the sampled ranks of all users.
  bool is_learnt() const noexcept { return is_distribution() || prior != PriorSource::given; }
};

/// Reads a name, with values in parentheses where it has any: `naive`, `rank`, `rank_linear`,
/// `least_squares`, `cls`, `bv(0.01)`, `mn`, `mle(iterations=500,tolerance=1e-9)`, `adaptive_mle`
/// (50 iterations), `monotone_mle` (300 iterations; `shape=convex`, `shape=geometric` or
/// `shape=peaked`), `adaptive_monotone_mle` (50 iterations), `mes(0.001)`; `bv_mle` is
/// `bv(0.01,prior=mle)`, and `bv_mes`, `mn_mle`, `mn_mes` are like it. Throws InputError naming
/// what was not understood and what there is.
Estimator parse_estimator(std::string_view name);

/// Reads a comma-separated list of names.
std::vector<Estimator> parse_estimators(std::string_view list);

}  // namespace honestrank

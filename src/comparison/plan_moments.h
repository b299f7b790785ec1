#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "honestrank/comparison/plan.h"

namespace honestrank::comparison {

/// What a pilot says of a metric that is estimated from samples, or, where the pilot has two
/// models, of the difference of their metrics. All is for one user, but for means.
struct Moments {
  double value = 0;        ///< mean over samples and users
  double value_error = 0;  ///< of that mean, the pilot's users being a sample
  double bias = 0;         ///< `value` less the metric over all items
  double bias_error = 0;
  double variance = 0;  ///< over samples, mean over users
  double variance_error = 0;
  double covariance = 0;     ///< of the errors of bias and variance
  double user_variance = 0;  ///< of the metric over all items
  double user_variance_error = 0;
  double differing = 0;  ///< of two models: how likely a user's values differ
  double differing_error = 0;

  /// Limits that are not exceeded with the probability that `quantile` of a normal number has. Of
  /// the mean squared error over samples for so many users:
  double square_limit(double users, double quantile) const;
  double bias_square_limit(double quantile) const;
  double variance_limit(double quantile) const;
  double user_variance_limit(double quantile) const;
  /// And one that `differing` is not below.
  double differing_limit(double quantile) const;
};

/// One model, or two whose difference counts.
class PlanPilot {
 public:
  /// Throws InputError, beginning with `caller`, for fewer than 10 users, pilots of different
  /// users, and ranks of which `validate` says so. The ranks must stay.
  PlanPilot(std::span<const UserRanks> models, const char* caller);

  std::size_t models() const noexcept { return models_.size(); }
  double mean_items() const noexcept { return mean_items_; }
  std::uint64_t least_irrelevant() const noexcept { return least_irrelevant_; }

  Moments exact(const Metric& metric) const;
  Moments sampled(const Metric& metric, const Estimator& estimator, std::uint64_t samples,
                  const PlanOptions& options) const;

 private:
  std::vector<double> exact_values(const Metric& metric) const;
  struct Users;
  /// How likely the sampled values of a user differ, or a bound below that, for up to 200 users.
  std::vector<double> differing(const Users& known, const Metric& metric,
                                const Estimator& estimator, std::uint64_t samples,
                                const PlanOptions& options) const;

  std::span<const UserRanks> models_;
  double mean_items_ = 0;
  std::uint64_t least_irrelevant_ = 0;
};

}  // namespace honestrank::comparison

#pragma once

#include <span>

#include "estimators/sampled_mixture.h"

namespace honestrank::estimators {

/// Whether a step of EM raised the mean log-likelihood by less than a tolerance. Without one the
/// likelihood, most of the work where there are few cells, is not looked at.
class ConvergenceTest {
 public:
  ConvergenceTest(const SampledMixture& mixture, const UserCounts& counts, double tolerance,
                  std::span<const double> first)
      : mixture_(mixture), counts_(counts), tolerance_(tolerance) {
    if (tolerance_ > 0) before_ = mixture_.log_likelihood(counts_, first);
  }

  bool operator()(std::span<const double> probability) {
    if (tolerance_ <= 0) return false;
    const double now = mixture_.log_likelihood(counts_, probability);
    const double rise = (now - before_) / counts_.all;
    before_ = now;
    return rise < tolerance_;
  }

 private:
  const SampledMixture& mixture_;
  const UserCounts& counts_;
  double tolerance_;
  double before_ = 0;
};

}  // namespace honestrank::estimators

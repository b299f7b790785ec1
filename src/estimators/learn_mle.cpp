#include <algorithm>
#include <vector>

#include "base/portable_math.h"
#include "estimators/convergence_test.h"
#include "estimators/rank_cells.h"
#include "estimators/sampled_mixture.h"
#include "honestrank/estimators/rank_distribution.h"

namespace honestrank {
namespace estimators {

RankDistribution learn_mle(const SampledMixture& mixture, const UserCounts& counts,
                           const LearnOptions& options) {
  std::vector<double> probability;
  double ranks = 0;
  for (const RankCell& cell : mixture.cells()) ranks += static_cast<double>(cell.ranks);
  for (const RankCell& cell : mixture.cells()) {
    probability.push_back(static_cast<double>(cell.ranks) / ranks);
  }
  RankDistribution result;
  std::vector<double> gain;
  mixture.gains(counts, probability, gain);
  ConvergenceTest converged(mixture, counts, options.tolerance, probability);
  while (result.iterations < options.iterations && !result.converged) {
    double sum = 0;
    for (std::size_t i = 0; i < gain.size(); ++i) {
      probability[i] *= gain[i];
      sum += probability[i];
    }
    for (double& each : probability) each /= sum;  // 1 but for rounding
    mixture.gains(counts, probability, gain);
    ++result.iterations;
    result.converged = converged(probability);
  }
  result.log_likelihood = mixture.log_likelihood(counts, probability);
  // The log-likelihood is concave, and rises by at most this on the way to any other distribution.
  const double largest = *std::max_element(gain.begin(), gain.end());
  result.shortfall = std::max(0.0, counts.all * portable::log(largest));
  result.cells = mixture.cells();
  for (std::size_t i = 0; i < probability.size(); ++i) result.cells[i].probability = probability[i];
  return result;
}

}  // namespace estimators

RankDistribution learn_mle(const SampledCounts& counts, const LearnOptions& options) {
  const estimators::UserCounts users = estimators::user_counts(counts, "learn_mle");
  return estimators::learn_mle({counts, estimators::rank_cells(counts)}, users, options);
}

}  // namespace honestrank

#include <algorithm>
#include <memory>
#include <numeric>
#include <vector>

#include "base/portable_math.h"
#include "estimators/convergence_test.h"
#include "estimators/falling_parts.h"
#include "estimators/rank_cells.h"
#include "estimators/sampled_mixture.h"
#include "honestrank/estimators/rank_distribution.h"

namespace honestrank {
namespace estimators {
namespace {

/// A mixture of falling parts. In the lower half of the ranking, where items that a model does not
/// know pile up, every cell may have probability of its own.
class FallingMixture {
 public:
  FallingMixture(const std::vector<RankCell>& cells, FallingShape shape)
      : cells_(cells), parts_(falling_parts(shape, cells)) {
    const RankCell& last = cells.back();
    const std::uint64_t ranks = last.first + last.ranks - 1;
    while (free_from_ < cells.size() && cells[free_from_].first <= ranks / 2) ++free_from_;
    weights_ = parts_->first_weights();
    for (std::size_t i = free_from_; i < cells.size(); ++i) {
      free_.push_back(static_cast<double>(cells[i].ranks));
    }
    scale(std::accumulate(weights_.begin(), weights_.end(), 0.0) +
          std::accumulate(free_.begin(), free_.end(), 0.0));
  }

  std::vector<double> probability() const {
    std::vector<double> result(cells_.size());
    parts_->spread(weights_, result);
    for (std::size_t i = 0; i < free_.size(); ++i) result[free_from_ + i] += free_[i];
    return result;
  }

  /// The largest factor that a part would be multiplied with.
  double largest_gain(const std::vector<double>& gain) const {
    const std::vector<double> means = parts_->means(gain);
    double largest = *std::max_element(means.begin(), means.end());
    for (std::size_t i = free_from_; i < gain.size(); ++i) largest = std::max(largest, gain[i]);
    return largest;
  }

  /// A step of EM: every part is multiplied by the mean gain of its ranks.
  void step(const std::vector<double>& gain) {
    const std::vector<double> means = parts_->means(gain);
    double sum = 0;
    for (std::size_t i = 0; i < weights_.size(); ++i) sum += weights_[i] *= means[i];
    for (std::size_t i = 0; i < free_.size(); ++i) sum += free_[i] *= gain[free_from_ + i];
    scale(sum);  // 1 but for rounding
  }

 private:
  void scale(double sum) {
    for (double& each : weights_) each /= sum;
    for (double& each : free_) each /= sum;
  }

  const std::vector<RankCell>& cells_;
  std::unique_ptr<const FallingParts> parts_;
  std::vector<double> weights_;  ///< of the parts
  std::size_t free_from_ = 0;    ///< cell
  std::vector<double> free_;     ///< of cells by themselves
};

}  // namespace

RankDistribution learn_monotone_mle(const SampledMixture& mixture, const UserCounts& counts,
                                    const LearnOptions& options) {
  FallingMixture parts(mixture.cells(), options.shape);
  RankDistribution result;
  std::vector<double> gain;
  std::vector<double> probability = parts.probability();
  mixture.gains(counts, probability, gain);
  ConvergenceTest converged(mixture, counts, options.tolerance, probability);
  while (result.iterations < options.iterations && !result.converged) {
    parts.step(gain);
    probability = parts.probability();
    mixture.gains(counts, probability, gain);
    ++result.iterations;
    result.converged = converged(probability);
  }
  result.log_likelihood = mixture.log_likelihood(counts, probability);
  result.shortfall = std::max(0.0, counts.all * portable::log(parts.largest_gain(gain)));
  result.cells = mixture.cells();
  for (std::size_t i = 0; i < probability.size(); ++i) result.cells[i].probability = probability[i];
  return result;
}

}  // namespace estimators

RankDistribution learn_monotone_mle(const SampledCounts& counts, const LearnOptions& options) {
  const estimators::UserCounts users = estimators::user_counts(counts, "learn_monotone_mle");
  return estimators::learn_monotone_mle({counts, estimators::rank_cells(counts)}, users, options);
}

}  // namespace honestrank

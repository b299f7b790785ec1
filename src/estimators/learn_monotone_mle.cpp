#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
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

std::uint64_t last_rank_of(const RankCell& cell) { return cell.first + cell.ranks - 1; }

/// A mixture of falling parts. In the lower half of the ranking, where items that a model does not
/// know pile up, every cell may have probability of its own.
class FallingMixture {
 public:
  FallingMixture(const std::vector<RankCell>& cells, FallingShape shape, std::size_t rising)
      : cells_(cells), parts_(falling_parts(shape, cells, rising)) {
    const std::uint64_t ranks = last_rank_of(cells.back());
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

/// The likeliest distribution of the shape, for a known peak.
RankDistribution learn_parts(const SampledMixture& mixture, const UserCounts& counts,
                             const LearnOptions& options, std::size_t rising) {
  FallingMixture parts(mixture.cells(), options.shape, rising);
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

/// Numbers of cells up to the ranks 0, 1, 2, 4, 8, ... of the upper half.
std::vector<std::size_t> possible_peaks(const std::vector<RankCell>& cells) {
  std::vector<std::size_t> result{0};
  std::size_t rising = 0;
  for (std::uint64_t peak = 1; peak <= last_rank_of(cells.back()) / 2; peak *= 2) {
    while (last_rank_of(cells[rising]) <= peak) ++rising;
    if (rising != result.back()) result.push_back(rising);
  }
  return result;
}

/// Distributions that were learnt for several peaks, weighted with their likelihoods.
RankDistribution weighted_mean(const std::vector<RankDistribution>& learnt) {
  const auto likeliest = std::max_element(
      learnt.begin(), learnt.end(),
      [](const auto& one, const auto& other) { return one.log_likelihood < other.log_likelihood; });
  RankDistribution result = *likeliest;
  for (RankCell& cell : result.cells) cell.probability = 0;
  std::vector<double> weights;
  for (const RankDistribution& each : learnt) {
    weights.push_back(portable::exp(each.log_likelihood - likeliest->log_likelihood));
  }
  const double all = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (std::size_t i = 0; i < learnt.size(); ++i) {
    for (std::size_t cell = 0; cell < result.cells.size(); ++cell) {
      result.cells[cell].probability += weights[i] / all * learnt[i].cells[cell].probability;
    }
  }
  return result;
}

RankDistribution learn_peaked(const SampledMixture& mixture, const UserCounts& counts,
                              const LearnOptions& options) {
  std::vector<RankDistribution> learnt;
  double reach = -std::numeric_limits<double>::infinity();  // nothing with these peaks is likelier
  // All of them: likelihoods of peaks may fall, and rise again further down.
  for (const std::size_t rising : possible_peaks(mixture.cells())) {
    learnt.push_back(learn_parts(mixture, counts, options, rising));
    reach = std::max(reach, learnt.back().log_likelihood + learnt.back().shortfall);
  }
  RankDistribution result = weighted_mean(learnt);
  std::vector<double> probability;
  for (const RankCell& cell : result.cells) probability.push_back(cell.probability);
  result.log_likelihood = mixture.log_likelihood(counts, probability);
  result.shortfall = std::max(0.0, reach - result.log_likelihood);
  return result;
}

}  // namespace

RankDistribution learn_monotone_mle(const SampledMixture& mixture, const UserCounts& counts,
                                    const LearnOptions& options) {
  return options.shape == FallingShape::peaked ? learn_peaked(mixture, counts, options)
                                               : learn_parts(mixture, counts, options, 0);
}

}  // namespace estimators

RankDistribution learn_monotone_mle(const SampledCounts& counts, const LearnOptions& options) {
  const estimators::UserCounts users = estimators::user_counts(counts, "learn_monotone_mle");
  return estimators::learn_monotone_mle({counts, estimators::rank_cells(counts)}, users, options);
}

}  // namespace honestrank

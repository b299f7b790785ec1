#include <algorithm>
#include <vector>

#include "base/portable_math.h"
#include "estimators/rank_cells.h"
#include "estimators/sampled_mixture.h"
#include "honestrank/estimators/rank_distribution.h"

namespace honestrank {
namespace estimators {
namespace {

/// A distribution that does not rise with the rank is a mixture of uniform distributions on ranks 1
/// to k. In the lower half of the ranking, where items that a model does not know pile up, every
/// cell may have probability of its own.
class FallingMixture {
 public:
  explicit FallingMixture(const std::vector<RankCell>& cells) : cells_(cells) {
    const RankCell& last = cells.back();
    const std::uint64_t ranks = last.first + last.ranks - 1;
    while (free_from_ < cells.size() && cells[free_from_].first <= ranks / 2) ++free_from_;
    const std::size_t parts = cells.size() + (cells.size() - free_from_);
    uniform_.assign(cells.size(), 1 / static_cast<double>(parts));
    free_.assign(cells.size() - free_from_, 1 / static_cast<double>(parts));
  }

  std::vector<double> probability() const {
    std::vector<double> result(cells_.size());
    double density = 0;  // of a rank, from the uniform parts that reach it
    for (std::size_t i = cells_.size(); i-- > 0;) {
      density += uniform_[i] / last_rank(i);
      result[i] = density * static_cast<double>(cells_[i].ranks);
      if (i >= free_from_) result[i] += free_[i - free_from_];
    }
    return result;
  }

  /// The largest factor that a part would be multiplied with.
  double largest_gain(const std::vector<double>& gain) const {
    double largest = 0;
    double gained = 0;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      gained += gain[i] * static_cast<double>(cells_[i].ranks);
      largest = std::max(largest, gained / last_rank(i));
      if (i >= free_from_) largest = std::max(largest, gain[i]);
    }
    return largest;
  }

  /// A step of EM: every part is multiplied by the mean gain of its ranks.
  void step(const std::vector<double>& gain) {
    double sum = 0;
    double gained = 0;  // by ranks 1 to the last of the cell
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      gained += gain[i] * static_cast<double>(cells_[i].ranks);
      sum += uniform_[i] *= gained / last_rank(i);
      if (i >= free_from_) sum += free_[i - free_from_] *= gain[i];
    }
    for (double& each : uniform_) each /= sum;  // 1 but for rounding
    for (double& each : free_) each /= sum;
  }

 private:
  double last_rank(std::size_t cell) const {
    return static_cast<double>(cells_[cell].first + cells_[cell].ranks - 1);
  }

  const std::vector<RankCell>& cells_;
  std::size_t free_from_ = 0;    ///< cell
  std::vector<double> uniform_;  ///< weights of the parts that end with each cell
  std::vector<double> free_;     ///< of cells by themselves
};

}  // namespace

RankDistribution learn_monotone_mle(const SampledMixture& mixture, const UserCounts& counts,
                                    const LearnOptions& options) {
  FallingMixture parts(mixture.cells());
  RankDistribution result;
  std::vector<double> gain;
  std::vector<double> probability = parts.probability();
  result.log_likelihood = mixture.gains(counts, probability, gain);
  while (result.iterations < options.iterations && !result.converged) {
    parts.step(gain);
    probability = parts.probability();
    const double before = result.log_likelihood;
    result.log_likelihood = mixture.gains(counts, probability, gain);
    ++result.iterations;
    const double rise = (result.log_likelihood - before) / counts.all;
    result.converged = options.tolerance > 0 && rise < options.tolerance;
  }
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

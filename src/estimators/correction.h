#pragma once

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <Eigen/QR>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "estimators/rank_nodes.h"
#include "honestrank/estimators/estimator.h"
#include "honestrank/sampling/sampling_model.h"
#include "metrics/rank_contribution.h"

namespace honestrank::estimators {

/// Beyond this many samples the solves take minutes and gigabytes.
inline constexpr std::uint64_t kMostSolvedSamples = 5000;

/// What a sampled number of items above a relevant one is worth.
struct CorrectedTable {
  std::vector<double> value;  ///< by the number of sampled items above, 0 to samples; NaN: the
                              ///< prior does not let it occur
  bool converged = true;
};

/// Tells how often each number of sampled items is seen above each rank, once for all tables of one
/// population.
class SampledRows {
 public:
  SampledRows(const SamplingModel& model, std::vector<RankNode> nodes);

  /// The same ranks with other weights, one for each node; does not copy.
  SampledRows reweighted(std::span<const double> weights) const;

  const SamplingModel& model() const noexcept { return model_; }
  std::span<const RankNode> nodes() const noexcept { return nodes_; }
  const CountDistribution& row(std::size_t node) const { return (*rows_)[node]; }

 private:
  SamplingModel model_;
  std::vector<RankNode> nodes_;
  std::shared_ptr<const std::vector<CountDistribution>> rows_;
};

/// Corrects sampled metrics for one population and one estimator.
class Correction {
 public:
  /// `rows` go by the prior. mn needs the number of users, and `all` rows, where all ranks are
  /// alike. Keeps a reference to `rows`.
  Correction(const Estimator& estimator, const SampledRows& rows, const SampledRows& all,
             double users);

  /// The table of the relevant item number `order`: `full` is what it adds to the metric over all
  /// items, `sampled` to that of the sampled ranking. Any number of threads at once.
  CorrectedTable table(const metrics::RankContribution& full,
                       const metrics::RankContribution& sampled, std::uint64_t order,
                       bool linear) const;

  /// About the condition number of the equations (least_squares: the ratio of the largest to the
  /// smallest pivot); 0: there are none, or, for cls, others for each table.
  double condition() const noexcept { return condition_; }
  /// least_squares: how many of samples + 1 directions were solved for; others: 0.
  std::uint64_t directions() const noexcept { return directions_; }

 private:
  void factor_variance(const SampledRows& all, double users);
  bool is_solved() const { return least_squares_ || factored_ || bias_and_variance_; }
  Eigen::MatrixXd weighted_rows() const;
  Eigen::VectorXd weighted_values(const metrics::RankContribution& full, std::uint64_t order) const;
  std::vector<double> at_rank(const metrics::RankContribution& full, std::uint64_t order) const;
  std::vector<double> solved(const metrics::RankContribution& full, std::uint64_t order,
                             bool& converged) const;

  Estimator estimator_;
  const SampledRows& rows_;
  std::optional<Eigen::LLT<Eigen::MatrixXd>> bias_and_variance_;
  std::optional<Eigen::CompleteOrthogonalDecomposition<Eigen::MatrixXd>> least_squares_;
  std::optional<Eigen::HouseholderQR<Eigen::MatrixXd>> factored_;
  std::vector<bool> impossible_;  ///< sampled numbers that the prior excludes, and has no table for
  double condition_ = 0;
  std::uint64_t directions_ = 0;
};

}  // namespace honestrank::estimators

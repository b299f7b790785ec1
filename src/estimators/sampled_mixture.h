#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

#include "honestrank/estimators/rank_distribution.h"
#include "kernels/banded_rows.h"

namespace honestrank::estimators {

/// How many users were seen below 0, 1, ... sampled items, for each size of sample.
struct UserCounts {
  std::vector<Eigen::VectorXd> users;
  double all = 0;
};

/// The counts, checked. Throws InputError, beginning with `caller`, for counts that are none.
UserCounts user_counts(const SampledCounts& counts, const char* caller);

/// How likely sampled ranks are, for probabilities of cells of ranks.
class SampledMixture {
 public:
  /// For users who were seen below no more sampled items than those of `counts`: what lies beyond
  /// is left out.
  SampledMixture(const SampledCounts& counts, std::vector<RankCell> cells);

  const std::vector<RankCell>& cells() const noexcept { return cells_; }

  /// The probabilities of sampled numbers that are not zero, for one size and cell.
  struct Row {
    std::uint64_t first = 0;
    std::span<const double> probability;
  };
  Row row(std::size_t size, std::size_t cell) const;

  /// Probabilities of the sampled numbers 0 to samples; of those beyond all users 0.
  Eigen::VectorXd sampled(std::size_t size, std::span<const double> probability) const;

  /// For each cell, the mean of `values` of the sampled numbers 0 to samples.
  std::vector<double> expected(std::size_t size, const Eigen::VectorXd& values) const;

  /// The mean over cells of the products of the probabilities of two sampled numbers, up to the
  /// largest of any user and a few more; those on and below the diagonal.
  Eigen::MatrixXd expected_products(std::size_t size, std::span<const double> probability) const;

  /// `gain` becomes the factor that the step of EM multiplies the probability of each cell with.
  void gains(const UserCounts& counts, std::span<const double> probability,
             std::vector<double>& gain) const;

  /// Of all users.
  double log_likelihood(const UserCounts& counts, std::span<const double> probability) const;

 private:
  struct Size {
    std::uint64_t samples = 0;
    std::size_t columns = 0;           ///< sampled numbers that rows reach
    std::vector<std::uint64_t> first;  ///< by cell
    std::vector<std::size_t> length;   ///< by cell
    std::vector<std::size_t> begin;    ///< by cell and one more
    std::vector<double> probability;   ///< rows, filled up as kernels want them

    kernels::BandedRows rows() const noexcept { return {first, begin, probability.data()}; }
  };

  void mix(const Size& size, std::span<const double> probability,
           std::vector<double>& sampled) const;

  std::vector<RankCell> cells_;
  std::vector<Size> sizes_;
};

/// learn_mle and its like for rows that are made once.
RankDistribution learn_mle(const SampledMixture& mixture, const UserCounts& counts,
                           const LearnOptions& options);
RankDistribution learn_monotone_mle(const SampledMixture& mixture, const UserCounts& counts,
                                    const LearnOptions& options);
RankDistribution learn_mes(const SampledMixture& mixture, const UserCounts& counts, double eta);

}  // namespace honestrank::estimators

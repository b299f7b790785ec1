#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <vector>

#include "base/portable_math.h"
#include "estimators/fixed_cache_sizes.h"
#include "estimators/rank_cells.h"
#include "estimators/sampled_mixture.h"
#include "honestrank/base/error.h"
#include "honestrank/estimators/rank_distribution.h"

namespace honestrank {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

/// With u = P(r) - w_r as variables of their own and a multiplier l_r for each of these equations,
/// the distribution that minimises the Lagrangian is proportional to exp(-(A l) / eta), and u_r is
/// l_r / (2 S w_r): what is left to maximise is the concave function
///   -eta log sum_R exp(-(A l)_R / eta) - l'w - sum_r l_r^2 / (4 S w_r)
/// of l. Sampled ranks that nobody has carry no weight; their l_r is 0.
class DualProblem {
 public:
  DualProblem(const estimators::SampledMixture& mixture, VectorXd shares, double eta)
      : mixture_(mixture), shares_(std::move(shares)), eta_(eta) {
    for (Index i = 0; i < shares_.size(); ++i) {
      if (shares_[i] > 0) seen_.push_back(i);
    }
    probability_.resize(mixture.cells().size());
  }

  /// Finds the distribution that belongs to `multipliers`; returns the dual value.
  double move_to(const VectorXd& multipliers) {
    std::vector<double> exponent = mixture_.expected(0, multipliers);
    for (double& each : exponent) each /= -eta_;
    const double largest = *std::max_element(exponent.begin(), exponent.end());
    double total = 0;
    for (std::size_t cell = 0; cell < exponent.size(); ++cell) {
      probability_[cell] = static_cast<double>(mixture_.cells()[cell].ranks) *
                           portable::exp(exponent[cell] - largest);
      total += probability_[cell];
    }
    for (double& each : probability_) each /= total;
    sampled_ = mixture_.sampled(0, probability_);
    double value = -eta_ * (largest + portable::log(total)) - multipliers.dot(shares_);
    for (const Index i : seen_) value -= multipliers[i] * multipliers[i] * stiffness(i) / 2;
    return value;
  }

  /// What is minimised, at the distribution found last.
  double primal() const {
    double value = 0;
    for (const Index i : seen_) {
      const double distance = sampled_[i] - shares_[i];
      value += size() * shares_[i] * distance * distance;
    }
    for (std::size_t cell = 0; cell < probability_.size(); ++cell) {
      if (probability_[cell] == 0) continue;
      const auto ranks = static_cast<double>(mixture_.cells()[cell].ranks);
      value += eta_ * probability_[cell] * portable::log(probability_[cell] / ranks);
    }
    return value;
  }

  VectorXd gradient(const VectorXd& multipliers) const {
    VectorXd result = VectorXd::Zero(shares_.size());
    for (const Index i : seen_) {
      result[i] = sampled_[i] - shares_[i] - multipliers[i] * stiffness(i);
    }
    return result;
  }

  /// Newton's step up.
  VectorXd step(const VectorXd& gradient) const {
    const auto count = static_cast<Index>(seen_.size());
    Eigen::MatrixXd curvature = products_of_seen();
    VectorXd right(count);
    for (Index i = 0; i < count; ++i) {
      const Index rank = seen_[static_cast<std::size_t>(i)];
      right[i] = gradient[rank];
      for (Index j = 0; j <= i; ++j) {
        const Index other = seen_[static_cast<std::size_t>(j)];
        curvature(i, j) = (curvature(i, j) - sampled_[rank] * sampled_[other]) / eta_;
      }
      curvature(i, i) += stiffness(rank);
    }
    const VectorXd solved = curvature.selfadjointView<Eigen::Lower>().llt().solve(right);
    VectorXd result = VectorXd::Zero(shares_.size());
    for (Index i = 0; i < count; ++i) result[seen_[static_cast<std::size_t>(i)]] = solved[i];
    return result;
  }

  const std::vector<double>& probability() const { return probability_; }

 private:
  /// The mean over ranks of the products of the probabilities of two sampled numbers that users
  /// have; those on and below the diagonal.
  Eigen::MatrixXd products_of_seen() const {
    const auto count = static_cast<Index>(seen_.size());
    const bool few = 2 * count < seen_.back() + 1;
    Eigen::MatrixXd result = Eigen::MatrixXd::Zero(count, count);
    if (!few) {
      const Eigen::MatrixXd all = mixture_.expected_products(0, probability_);
      for (Index j = 0; j < count; ++j) {
        for (Index i = j; i < count; ++i) {
          result(i, j) =
              all(seen_[static_cast<std::size_t>(i)], seen_[static_cast<std::size_t>(j)]);
        }
      }
      return result;
    }
    // A large sample and few users: a matrix of all sampled numbers would be many times as large.
    for (std::size_t cell = 0; cell < probability_.size(); ++cell) {
      const auto row = mixture_.row(0, cell);
      const auto end = static_cast<Index>(row.first + row.probability.size());
      const auto value = [&](Index place) {
        const Index number = seen_[static_cast<std::size_t>(place)];
        return row.probability[static_cast<std::size_t>(number) - row.first];
      };
      const auto first =
          std::lower_bound(seen_.begin(), seen_.end(), static_cast<Index>(row.first)) -
          seen_.begin();
      const auto last = std::lower_bound(seen_.begin(), seen_.end(), end) - seen_.begin();
      for (Index j = first; j < last; ++j) {
        const double factor = probability_[cell] * value(j);
        for (Index i = j; i < last; ++i) result(i, j) += factor * value(i);
      }
    }
    return result;
  }

  double size() const { return static_cast<double>(shares_.size()); }
  double stiffness(Index rank) const { return 1 / (2 * size() * shares_[rank]); }

  const estimators::SampledMixture& mixture_;
  VectorXd shares_;
  double eta_;
  std::vector<Index> seen_;
  std::vector<double> probability_;
  VectorXd sampled_;
};

}  // namespace

namespace estimators {

RankDistribution learn_mes(const SampledMixture& mixture, const UserCounts& counts, double eta) {
  fix_cache_sizes();
  const VectorXd shares = counts.users[0] / counts.all;
  DualProblem problem(mixture, shares, eta);
  VectorXd multipliers = VectorXd::Zero(shares.size());
  double value = problem.move_to(multipliers);
  RankDistribution result;
  constexpr std::uint32_t kMost = 500;
  constexpr double kGap = 1e-13;
  while (result.iterations < kMost) {
    result.objective = problem.primal();
    result.converged = result.objective - value <= kGap;
    if (result.converged) break;
    const VectorXd gradient = problem.gradient(multipliers);
    const VectorXd direction = problem.step(gradient);
    const double slope = gradient.dot(direction);
    double length = 1;
    double next = problem.move_to(multipliers + direction);
    constexpr double kShortest = 1e-12;
    while (!(next >= value + 1e-4 * length * slope) && length > kShortest) {
      length /= 2;
      next = problem.move_to(multipliers + length * direction);
    }
    multipliers += length * direction;
    ++result.iterations;
    if (length <= kShortest) break;  // no step is seen to go up: rounding
    value = next;
  }
  result.objective = problem.primal();
  result.log_likelihood = mixture.log_likelihood(counts, problem.probability());
  result.cells = mixture.cells();
  for (std::size_t i = 0; i < result.cells.size(); ++i) {
    result.cells[i].probability = problem.probability()[i];
  }
  return result;
}

}  // namespace estimators

RankDistribution learn_mes(const SampledCounts& counts, double eta) {
  if (counts.sizes.size() != 1) {
    throw InputError("learn_mes: expected samples of one size; got several; use mle");
  }
  if (!(eta > 0) || !std::isfinite(eta)) {
    throw InputError("learn_mes: expected an eta above 0; got another one");
  }
  const estimators::UserCounts users = estimators::user_counts(counts, "learn_mes");
  return estimators::learn_mes(
      {counts, estimators::rank_cells(counts, estimators::CellSize::finest)}, users, eta);
}

}  // namespace honestrank

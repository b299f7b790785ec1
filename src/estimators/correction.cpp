#include "estimators/correction.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "estimators/fixed_cache_sizes.h"
#include "estimators/nonnegative_least_squares.h"
#include "honestrank/base/error.h"
#include "sampling/count_distribution.h"

namespace honestrank::estimators {
namespace {

Eigen::Index index_of(std::uint64_t number) { return static_cast<Eigen::Index>(number); }

/// Turns steps down into values: value j is the sum of steps j, j + 1, ...
Eigen::MatrixXd summed_from_the_end(const Eigen::MatrixXd& matrix) {
  Eigen::MatrixXd sums = matrix;
  for (Eigen::Index column = 1; column < sums.cols(); ++column) {
    sums.col(column) += sums.col(column - 1);
  }
  return sums;
}

}  // namespace

SampledRows::SampledRows(const SamplingModel& model, std::vector<RankNode> nodes)
    : model_(model), nodes_(std::move(nodes)) {
  std::vector<CountDistribution> rows;
  rows.reserve(nodes_.size());
  for (const RankNode& node : nodes_) {
    rows.push_back(sampling::count_distribution(
        model.samples(), node.above, static_cast<double>(model.irrelevant()), model.replacement()));
  }
  rows_ = std::make_shared<const std::vector<CountDistribution>>(std::move(rows));
}

SampledRows SampledRows::reweighted(std::span<const double> weights) const {
  SampledRows result = *this;
  for (std::size_t node = 0; node < nodes_.size(); ++node) {
    result.nodes_[node].weight = weights[node];
  }
  return result;
}

Correction::Correction(const Estimator& estimator, const SampledRows& rows, const SampledRows& all,
                       double users)
    : estimator_(estimator), rows_(rows) {
  fix_cache_sizes();
  std::vector<double> seen(rows.model().samples() + 1);
  const SampledRows& possible = estimator.kind == EstimatorKind::mn ? all : rows;
  for (std::size_t node = 0; node < possible.nodes().size(); ++node) {
    const CountDistribution& row = possible.row(node);
    for (std::size_t j = 0; j < row.probability.size(); ++j) {
      seen[row.first + j] += possible.nodes()[node].weight * row.probability[j];
    }
  }
  constexpr double kNever = 1e-30;
  for (const double probability : seen) impossible_.push_back(probability < kNever);
  if (estimator.kind == EstimatorKind::least_squares ||
      (estimator.kind == EstimatorKind::bv && estimator.gamma == 0)) {
    least_squares_.emplace();
    least_squares_->setThreshold(1e-8);  // the root of what float64 can tell apart
    least_squares_->compute(weighted_rows());
    const auto pivots = least_squares_->matrixQTZ().diagonal().cwiseAbs();
    condition_ = pivots.maxCoeff() / pivots.minCoeff();
    directions_ = static_cast<std::uint64_t>(least_squares_->rank());
  } else if (estimator.kind == EstimatorKind::cls) {
    factored_.emplace(summed_from_the_end(weighted_rows()));
  } else if (estimator.kind == EstimatorKind::bv || estimator.kind == EstimatorKind::mn) {
    factor_variance(all, users);
  }
}

/// The equations of bv and mn: the sum over ranks of prior times bias^2, plus a weight times the
/// variance, whose matrix for one rank is diag(a) - a a'. The weight is gamma times the prior (bv)
/// or 1 over the number of users (mn): either way no direction has a negative value. A sampled
/// number of which the matrix knows nothing is left out: one that cannot occur or, for mn with
/// everything drawn, so that nothing varies, one at which the prior has nobody.
void Correction::factor_variance(const SampledRows& all, double users) {
  const Eigen::Index size = index_of(rows_.model().samples() + 1);
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(size, size);
  const auto add = [&](const CountDistribution& row, double square, double diagonal) {
    for (std::size_t j = 0; j < row.probability.size(); ++j) {
      const Eigen::Index column = index_of(row.first + j);
      const double factor = square * row.probability[j];
      for (std::size_t i = j; i < row.probability.size(); ++i) {
        matrix(index_of(row.first + i), column) += factor * row.probability[i];
      }
      matrix(column, column) += diagonal * row.probability[j];
    }
  };
  const bool by_users = estimator_.kind == EstimatorKind::mn;
  const double gamma = by_users ? 0 : estimator_.gamma;
  for (std::size_t node = 0; node < rows_.nodes().size(); ++node) {
    const double weight = rows_.nodes()[node].weight;
    if (weight > 0) add(rows_.row(node), (1 - gamma) * weight, gamma * weight);
  }
  for (std::size_t node = 0; by_users && node < all.nodes().size(); ++node) {
    const auto ranks = static_cast<double>(all.model().irrelevant() + 1);
    const double weight = ranks * all.nodes()[node].weight / users;
    add(all.row(node), -weight, weight);
  }
  const double largest = matrix.diagonal().maxCoeff();
  constexpr double kRounding = 1e-13;  // what is left of p - p^2 where p is 1
  for (Eigen::Index i = 0; i < size; ++i) {
    const auto sampled = static_cast<std::size_t>(i);
    if (by_users && matrix(i, i) < kRounding * largest) impossible_[sampled] = true;
    if (!impossible_[sampled]) continue;
    matrix.row(i).head(i).setZero();
    matrix.col(i).tail(size - i - 1).setZero();
    matrix(i, i) = largest;
  }
  bias_and_variance_.emplace(matrix.selfadjointView<Eigen::Lower>());
  if (bias_and_variance_->info() != Eigen::Success) {
    throw InputError("correction: expected equations that can be solved; got others for " +
                     estimator_.name + (by_users ? "" : "; raise gamma"));
  }
  condition_ = 1 / bias_and_variance_->rcond();
}

/// A row for each node, times the root of its weight.
Eigen::MatrixXd Correction::weighted_rows() const {
  Eigen::MatrixXd matrix =
      Eigen::MatrixXd::Zero(index_of(rows_.nodes().size()), index_of(rows_.model().samples() + 1));
  for (std::size_t node = 0; node < rows_.nodes().size(); ++node) {
    const CountDistribution& row = rows_.row(node);
    const double root = std::sqrt(rows_.nodes()[node].weight);
    for (std::size_t j = 0; j < row.probability.size(); ++j) {
      matrix(index_of(node), index_of(row.first + j)) = root * row.probability[j];
    }
  }
  return matrix;
}

Eigen::VectorXd Correction::weighted_values(const metrics::RankContribution& full,
                                            std::uint64_t order) const {
  Eigen::VectorXd values(index_of(rows_.nodes().size()));
  for (std::size_t node = 0; node < rows_.nodes().size(); ++node) {
    const RankNode& own = rows_.nodes()[node];
    values[index_of(node)] = std::sqrt(own.weight) * full(order, own.above);
  }
  return values;
}

/// The metric where the sampled number, as a share of the samples, says that the item stands.
std::vector<double> Correction::at_rank(const metrics::RankContribution& full,
                                        std::uint64_t order) const {
  const std::uint64_t samples = rows_.model().samples();
  const std::uint64_t irrelevant = rows_.model().irrelevant();
  std::vector<double> values;
  for (std::uint64_t sampled = 0; sampled <= samples; ++sampled) {
    // irrelevant * sampled / samples in whole numbers that cannot overflow.
    const std::uint64_t rest = irrelevant % samples * sampled;
    const std::uint64_t above = irrelevant / samples * sampled + rest / samples;
    const double value = full(order, static_cast<double>(above));
    const double beyond = static_cast<double>(rest % samples) / static_cast<double>(samples);
    if (estimator_.kind == EstimatorKind::rank || beyond == 0) {
      values.push_back(value);
    } else {
      values.push_back(value + beyond * (full(order, static_cast<double>(above + 1)) - value));
    }
  }
  return values;
}

std::vector<double> Correction::solved(const metrics::RankContribution& full, std::uint64_t order,
                                       bool& converged) const {
  const Eigen::VectorXd values = weighted_values(full, order);
  Eigen::VectorXd table;
  if (least_squares_) {
    table = least_squares_->solve(values);
  } else if (factored_) {
    const Eigen::Index size = factored_->matrixQR().cols();
    const Eigen::Index rows = std::min(size, factored_->matrixQR().rows());
    const Eigen::MatrixXd triangle =
        factored_->matrixQR().topRows(rows).triangularView<Eigen::Upper>();
    const Eigen::VectorXd right = (factored_->householderQ().adjoint() * values).head(rows);
    const NonnegativeSolution steps = solve_nonnegative(triangle, right);
    converged = steps.converged;
    table = steps.x;
    for (Eigen::Index i = size - 1; i-- > 0;) table[i] += table[i + 1];
  } else {
    Eigen::VectorXd right = Eigen::VectorXd::Zero(index_of(rows_.model().samples() + 1));
    for (std::size_t node = 0; node < rows_.nodes().size(); ++node) {
      const RankNode& own = rows_.nodes()[node];
      const double value = own.weight * full(order, own.above);
      if (value == 0) continue;
      const CountDistribution& row = rows_.row(node);
      for (std::size_t j = 0; j < row.probability.size(); ++j) {
        right[index_of(row.first + j)] += value * row.probability[j];
      }
    }
    table = bias_and_variance_->solve(right);
  }
  return {table.data(), table.data() + table.size()};
}

CorrectedTable Correction::table(const metrics::RankContribution& full,
                                 const metrics::RankContribution& sampled, std::uint64_t order,
                                 bool linear) const {
  const std::uint64_t samples = rows_.model().samples();
  CorrectedTable result;
  const EstimatorKind kind = estimator_.kind;
  const bool least_bias = kind == EstimatorKind::least_squares || kind == EstimatorKind::cls;
  if (kind == EstimatorKind::naive || (least_bias && linear)) {
    // A metric that is a line in the rank is unbiased as it is: no other table has less bias.
    for (std::uint64_t above = 0; above <= samples; ++above) {
      result.value.push_back(sampled(order, static_cast<double>(above)));
    }
  } else if (kind == EstimatorKind::rank || kind == EstimatorKind::rank_linear) {
    result.value = at_rank(full, order);
  } else {
    result.value = solved(full, order, result.converged);
  }
  for (std::size_t j = 0; is_solved() && j < impossible_.size(); ++j) {
    if (impossible_[j]) result.value[j] = std::numeric_limits<double>::quiet_NaN();
  }
  return result;
}

}  // namespace honestrank::estimators

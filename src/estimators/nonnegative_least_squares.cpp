#include "estimators/nonnegative_least_squares.h"

#include <Eigen/Householder>
#include <Eigen/Jacobi>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

namespace honestrank::estimators {
namespace {

using Index = Eigen::Index;

/// The columns that may differ from zero, kept triangular: matrix and right side are turned by the
/// same rotations and reflections as columns come and go, so that each step costs one pass over the
/// matrix.
class ActiveSet {
 public:
  ActiveSet(Eigen::MatrixXd matrix, Eigen::VectorXd right)
      : turned_(std::move(matrix)), right_(std::move(right)), is_active_(size(turned_.cols())) {}

  const std::vector<Index>& columns() const { return columns_; }
  bool contains(Index column) const { return is_active_[size(column)]; }
  bool has_room() const { return count() < turned_.rows(); }

  /// How fast the distance falls as a column that is not active grows.
  double gradient(Index column) const {
    const Index rest = turned_.rows() - count();
    return turned_.col(column).tail(rest).dot(right_.tail(rest));
  }

  /// Takes a column in, unless it cannot be told from those that are, or would not be positive.
  bool add(Index column) {
    const Index place = count();
    const Index rest = turned_.rows() - place;
    Eigen::VectorXd reflected = turned_.col(column).tail(rest);
    Eigen::VectorXd essential(rest - 1);
    double scale = 0;
    double diagonal = 0;
    reflected.makeHouseholder(essential, scale, diagonal);
    constexpr double kTiny = 100 * std::numeric_limits<double>::epsilon();
    if (std::abs(diagonal) <= kTiny * turned_.col(column).norm()) return false;
    const double top = right_[place];
    const double turned_top = top - scale * (top + essential.dot(right_.tail(rest - 1)));
    if (turned_top / diagonal <= 0) return false;
    Eigen::VectorXd space(turned_.cols());
    turned_.bottomRows(rest).applyHouseholderOnTheLeft(essential, scale, space.data());
    right_.tail(rest).applyHouseholderOnTheLeft(essential, scale, space.data());
    columns_.push_back(column);
    is_active_[size(column)] = true;
    return true;
  }

  /// Lets go of the column at a place of `columns`.
  void remove(Index place) {
    is_active_[size(columns_[size(place)])] = false;
    columns_.erase(columns_.begin() + place);
    for (Index row = place; row < count(); ++row) {
      Eigen::JacobiRotation<double> rotation;
      const Index column = columns_[size(row)];
      rotation.makeGivens(turned_(row, column), turned_(row + 1, column));
      turned_.applyOnTheLeft(row, row + 1, rotation.adjoint());
      right_.applyOnTheLeft(row, row + 1, rotation.adjoint());
    }
  }

  /// The least-squares solution over the active columns, in their order.
  Eigen::VectorXd solution() const {
    Eigen::VectorXd x = right_.head(count());
    for (Index i = count(); i-- > 0;) {
      const auto column = turned_.col(columns_[size(i)]);
      x[i] /= column[i];
      x.head(i) -= x[i] * column.head(i);
    }
    return x;
  }

 private:
  static std::size_t size(Index index) { return static_cast<std::size_t>(index); }
  Index count() const { return static_cast<Index>(columns_.size()); }

  Eigen::MatrixXd turned_;
  Eigen::VectorXd right_;
  std::vector<Index> columns_;
  std::vector<bool> is_active_;
};

/// Takes in the column along which the distance falls fastest. Returns whether there was one.
bool add_steepest(ActiveSet& active, Index columns, double tolerance) {
  if (!active.has_room()) return false;
  std::vector<std::pair<double, Index>> falling;
  for (Index column = 0; column < columns; ++column) {
    if (active.contains(column)) continue;
    const double gradient = active.gradient(column);
    if (gradient > tolerance) falling.emplace_back(-gradient, column);
  }
  std::sort(falling.begin(), falling.end());
  return std::any_of(falling.begin(), falling.end(),
                     [&](const auto& own) { return active.add(own.second); });
}

}  // namespace

NonnegativeSolution solve_nonnegative(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& right) {
  const Index columns = matrix.cols();
  const double tolerance = 10 * std::numeric_limits<double>::epsilon() * matrix.norm() *
                           std::max(right.norm(), 1e-300) * static_cast<double>(columns);
  NonnegativeSolution result{Eigen::VectorXd::Zero(columns)};
  ActiveSet active(matrix, right);
  for (Index iteration = 0; iteration < 3 * columns; ++iteration) {
    if (!add_steepest(active, columns, tolerance)) return result;
    while (true) {
      const Eigen::VectorXd wanted = active.solution();
      double step = 1;
      Index first_at_zero = -1;
      for (Index i = 0; i < wanted.size(); ++i) {
        const double own = result.x[active.columns()[static_cast<std::size_t>(i)]];
        if (wanted[i] > 0 || own / (own - wanted[i]) >= step) continue;
        step = own / (own - wanted[i]);
        first_at_zero = i;
      }
      for (Index i = wanted.size(); i-- > 0;) {
        double& own = result.x[active.columns()[static_cast<std::size_t>(i)]];
        own += step * (wanted[i] - own);
        if (i == first_at_zero || own <= 0) {
          own = 0;
          active.remove(i);
        }
      }
      if (step >= 1) break;
    }
  }
  result.converged = false;
  return result;
}

}  // namespace honestrank::estimators

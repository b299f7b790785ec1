#include "estimators/nonnegative_least_squares.h"

#include <Eigen/QR>
#include <algorithm>
#include <limits>
#include <vector>

namespace honestrank::estimators {
namespace {

/// The least-squares solution over the columns of `active`, zeros elsewhere.
Eigen::VectorXd solve_active(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& right,
                             const std::vector<Eigen::Index>& active) {
  Eigen::MatrixXd part(matrix.rows(), static_cast<Eigen::Index>(active.size()));
  for (std::size_t i = 0; i < active.size(); ++i) {
    part.col(static_cast<Eigen::Index>(i)) = matrix.col(active[i]);
  }
  const Eigen::VectorXd solution = part.colPivHouseholderQr().solve(right);
  Eigen::VectorXd x = Eigen::VectorXd::Zero(matrix.cols());
  for (std::size_t i = 0; i < active.size(); ++i)
    x[active[i]] = solution[static_cast<Eigen::Index>(i)];
  return x;
}

}  // namespace

NonnegativeSolution solve_nonnegative(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& right) {
  const Eigen::Index columns = matrix.cols();
  const double tolerance = 10 * std::numeric_limits<double>::epsilon() * matrix.norm() *
                           std::max(right.norm(), 1e-300) * static_cast<double>(columns);
  NonnegativeSolution result{Eigen::VectorXd::Zero(columns)};
  std::vector<Eigen::Index> active;
  const auto is_active = [&](Eigen::Index column) {
    return std::find(active.begin(), active.end(), column) != active.end();
  };
  for (Eigen::Index iteration = 0; iteration < 3 * columns; ++iteration) {
    const Eigen::VectorXd gradient = matrix.transpose() * (right - matrix * result.x);
    Eigen::Index steepest = -1;
    for (Eigen::Index i = 0; i < columns; ++i) {
      if (is_active(i) || gradient[i] <= tolerance) continue;
      if (steepest < 0 || gradient[i] > gradient[steepest]) steepest = i;
    }
    if (steepest < 0) return result;
    active.push_back(steepest);
    Eigen::VectorXd wanted = solve_active(matrix, right, active);
    // Numerically, the new column may want to leave at once: then nothing better can be found.
    if (wanted[steepest] <= 0) return result;
    while (true) {
      double step = 1;
      for (const Eigen::Index i : active) {
        if (wanted[i] <= 0) step = std::min(step, result.x[i] / (result.x[i] - wanted[i]));
      }
      result.x += step * (wanted - result.x);
      if (step >= 1) break;
      std::erase_if(active, [&](Eigen::Index i) {
        const bool leaves = wanted[i] <= 0 && result.x[i] <= tolerance;
        if (leaves) result.x[i] = 0;
        return leaves;
      });
      if (active.empty()) break;
      wanted = solve_active(matrix, right, active);
    }
  }
  result.converged = false;
  return result;
}

}  // namespace honestrank::estimators

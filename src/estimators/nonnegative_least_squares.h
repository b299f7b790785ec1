#pragma once

#include <Eigen/Core>

namespace honestrank::estimators {

struct NonnegativeSolution {
  Eigen::VectorXd x;
  bool converged = true;  ///< false: the iterations ran out; x is feasible all the same
};

/// The x of non-negative entries for which |matrix x - right| is least: Lawson & Hanson's active
/// set ("Solving Least Squares Problems", 1974).
NonnegativeSolution solve_nonnegative(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& right);

}  // namespace honestrank::estimators

#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace honestrank {

/// A small least-squares problem, collected row by row: A = sum of weight x x^T, b = sum of
/// weight x y, and the solution of A s = b. Plain loops: the same bits everywhere.
class NormalEquations {
 public:
  explicit NormalEquations(std::size_t size);

  std::size_t size() const noexcept { return size_; }

  /// Back to nothing collected.
  void clear();

  void add(std::span<const double> x, double y, double weight = 1);

  /// Adds `weight` times a symmetric matrix, by rows; its upper triangle is not read.
  void add_matrix(std::span<const double> matrix, double weight = 1);

  /// Adds to the diagonal: a prior of mean 0.
  void add_ridge(double ridge);

  /// Adds `value` to b.
  void add_right(std::span<const double> value, double weight = 1);

  /// Factorises A. Whoever calls it has made A positive definite, by a ridge or a prior; a pivot
  /// that rounding took is replaced by a tiny one.
  void factorise();

  /// The solution; after factorise.
  void solve(std::span<double> solution) const;

  /// The inverse of A, by rows; after factorise.
  void invert(std::span<double> inverse) const;

 private:
  void substitute(std::span<double> values) const;

  std::size_t size_;
  std::vector<double> matrix_;  ///< lower triangle, by rows; after factorise its Cholesky factor
  std::vector<double> right_;
};

}  // namespace honestrank

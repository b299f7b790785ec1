#include "models/normal_equations.h"

#include <algorithm>
#include <cmath>

namespace honestrank {

NormalEquations::NormalEquations(std::size_t size)
    : size_(size), matrix_(size * size), right_(size) {}

void NormalEquations::clear() {
  std::fill(matrix_.begin(), matrix_.end(), 0.0);
  std::fill(right_.begin(), right_.end(), 0.0);
}

void NormalEquations::add(std::span<const double> x, double y, double weight) {
  for (std::size_t row = 0; row < size_; ++row) {
    const double scaled = weight * x[row];
    double* const own = matrix_.data() + row * size_;
    for (std::size_t column = 0; column <= row; ++column) own[column] += scaled * x[column];
    right_[row] += scaled * y;
  }
}

void NormalEquations::add_matrix(std::span<const double> matrix, double weight) {
  for (std::size_t row = 0; row < size_; ++row) {
    for (std::size_t column = 0; column <= row; ++column) {
      matrix_[row * size_ + column] += weight * matrix[row * size_ + column];
    }
  }
}

void NormalEquations::add_ridge(double ridge) {
  for (std::size_t row = 0; row < size_; ++row) matrix_[row * size_ + row] += ridge;
}

void NormalEquations::add_right(std::span<const double> value, double weight) {
  for (std::size_t row = 0; row < size_; ++row) right_[row] += weight * value[row];
}

void NormalEquations::factorise() {
  double largest = 0;
  for (std::size_t row = 0; row < size_; ++row) {
    largest = std::max(largest, matrix_[row * size_ + row]);
  }
  const double least = std::max(largest * 1e-14, 1e-300);
  for (std::size_t row = 0; row < size_; ++row) {
    double* const own = matrix_.data() + row * size_;
    for (std::size_t column = 0; column <= row; ++column) {
      const double* const other = matrix_.data() + column * size_;
      double sum = own[column];
      for (std::size_t k = 0; k < column; ++k) sum -= own[k] * other[k];
      own[column] = column == row ? std::sqrt(std::max(sum, least)) : sum / other[column];
    }
  }
}

void NormalEquations::substitute(std::span<double> values) const {
  for (std::size_t row = 0; row < size_; ++row) {
    for (std::size_t k = 0; k < row; ++k) values[row] -= matrix_[row * size_ + k] * values[k];
    values[row] /= matrix_[row * size_ + row];
  }
  for (std::size_t row = size_; row-- > 0;) {
    for (std::size_t k = row + 1; k < size_; ++k) {
      values[row] -= matrix_[k * size_ + row] * values[k];
    }
    values[row] /= matrix_[row * size_ + row];
  }
}

void NormalEquations::solve(std::span<double> solution) const {
  std::copy(right_.begin(), right_.end(), solution.begin());
  substitute(solution);
}

void NormalEquations::invert(std::span<double> inverse) const {
  std::fill(inverse.begin(), inverse.end(), 0.0);
  // The inverse is symmetric: its columns are its rows.
  for (std::size_t row = 0; row < size_; ++row) {
    inverse[row * size_ + row] = 1;
    substitute(inverse.subspan(row * size_, size_));
  }
}

}  // namespace honestrank

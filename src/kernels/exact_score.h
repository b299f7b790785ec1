#pragma once

#include <cstddef>

namespace honestrank::kernels {

/// The float64 sum of the products of two float32 vectors in rising order: the definition of a
/// factor model's score. The products are exact, so it does not matter whether they are fused.
inline double exact_score(const float* left, const float* right, std::size_t columns) noexcept {
  double sum = 0;
  for (std::size_t k = 0; k < columns; ++k) {
    sum += static_cast<double>(left[k]) * static_cast<double>(right[k]);
  }
  return sum;
}

/// How many scores exact_scores computes at once.
inline constexpr std::size_t kExactScores = 8;

/// exact_score of kExactScores pairs of vectors, several times as fast: a sum waits for itself,
/// several sums do not wait for each other.
void exact_scores(const float* const* left, const float* const* right, std::size_t columns,
                  double* sums) noexcept;

}  // namespace honestrank::kernels

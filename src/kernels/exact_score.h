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

}  // namespace honestrank::kernels

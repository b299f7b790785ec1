#pragma once

#include <cstddef>

#include "base/unset_vector.h"

namespace honestrank {

/// A symmetric matrix of float32 of which only the upper triangle counts, with rows and columns
/// added so that it falls into whole steps.
struct SymmetricMatrix {
  static constexpr std::size_t kStep = 96;

  std::size_t rows = 0;
  std::size_t stride = 0;  ///< `rows` in whole steps
  UnsetVector<float> values;

  /// Zeros, and ones on the diagonal of the added rows.
  explicit SymmetricMatrix(std::size_t count, unsigned threads = 1);

  float* row(std::size_t index) { return values.data() + index * stride; }
  const float* row(std::size_t index) const { return values.data() + index * stride; }
};

/// Replaces a positive definite matrix by minus its inverse. False, with the matrix spoilt, if a
/// pivot is not positive.
///
/// Sweeps one block of rows after the other (Goodnight, "A tutorial on the sweep operator", 1979):
/// rows^3 / 2 products in float32, the blocks themselves in float64. The same bits for any number
/// of threads and any instruction set.
bool invert_negative(SymmetricMatrix& matrix, unsigned threads);

}  // namespace honestrank

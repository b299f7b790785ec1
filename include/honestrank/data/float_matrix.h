#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <vector>

#include "honestrank/data/numpy_array.h"

namespace honestrank {

/// Which element types may become float32.
struct FloatPolicy {
  /// Off by default: rounding float64 scores to float32 can make scores equal that were not, and
  /// so change ranks. float16 is always accepted, every value being a float32.
  bool allow_float64 = false;
};

/// A row-major float32 matrix that cannot be changed; copies share the memory.
struct FloatMatrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::span<const float> values;       ///< rows * columns of them
  std::shared_ptr<const void> memory;  ///< keeps `values` alive: a mapped file or an allocation

  /// Row `index`, which must be below `rows`.
  std::span<const float> row(std::size_t index) const {
    return values.subspan(index * columns, columns);
  }
};

/// A matrix that owns `values`, row by row. Throws InputError unless they are rows * columns.
FloatMatrix make_matrix(std::size_t rows, std::size_t columns, std::vector<float> values);

/// A two-dimensional array as a matrix, without copying where it is float32 already.
///
/// Throws InputError if it has another number of dimensions or a type that `policy` does not let
/// through.
FloatMatrix to_matrix(const NumpyArray& array, FloatPolicy policy = {});

/// An array of shape (n), (n, 1) or (1, n) as a matrix of one column, otherwise as to_matrix.
FloatMatrix to_vector(const NumpyArray& array, FloatPolicy policy = {});

/// The matrix of a `.npy` file, or of a `.npz` file that holds a single array: mapped without
/// copying where it is float32, else converted. Throws as read_array and to_matrix do.
FloatMatrix read_matrix(const std::filesystem::path& path, FloatPolicy policy = {});

/// The vector of a `.npy` or single-array `.npz` file. Throws as read_array and to_vector do.
FloatMatrix read_vector(const std::filesystem::path& path, FloatPolicy policy = {});

}  // namespace honestrank

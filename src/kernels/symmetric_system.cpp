#include "kernels/symmetric_system.h"

#include <cmath>
#include <type_traits>

// Highway compiles the rest of this file once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/symmetric_system.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// Must follow foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace honestrank::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

/// Rows of a tile; its sums stay in registers.
constexpr std::size_t kTile = 4;
#if HWY_TARGET <= HWY_AVX3
constexpr std::size_t kMostVectors = 4;
#else
constexpr std::size_t kMostVectors = 2;
#endif

using Tag = hn::CappedTag<float, kSystemStep>;
using Vector = hn::Vec<Tag>;

/// The sums of a tile: kTile rows from `row` on, `kVectors` vectors of columns from `column` on.
/// Adds (or subtracts) rows[k][row + r] * rows[k][column + c] for each k, rising.
template <std::size_t kVectors, bool kSubtract>
HWY_INLINE void update_tile(const float* HWY_RESTRICT rows, std::size_t count, std::size_t size,
                            std::size_t row, std::size_t column, float* HWY_RESTRICT matrix) {
  const Tag d;
  const std::size_t lanes = hn::Lanes(d);
  Vector sums[kTile][kVectors];
  for (std::size_t r = 0; r < kTile; ++r) {
    for (std::size_t v = 0; v < kVectors; ++v) {
      sums[r][v] = hn::LoadU(d, matrix + (row + r) * size + column + v * lanes);
    }
  }
  for (std::size_t k = 0; k < count; ++k) {
    const float* const values = rows + k * size;
    Vector right[kVectors];
    for (std::size_t v = 0; v < kVectors; ++v) right[v] = hn::LoadU(d, values + column + v * lanes);
    for (std::size_t r = 0; r < kTile; ++r) {
      const auto left = hn::Set(d, values[row + r]);
      for (std::size_t v = 0; v < kVectors; ++v) {
        const auto product = hn::Mul(left, right[v]);
        sums[r][v] = kSubtract ? hn::Sub(sums[r][v], product) : hn::Add(sums[r][v], product);
      }
    }
  }
  for (std::size_t r = 0; r < kTile; ++r) {
    for (std::size_t v = 0; v < kVectors; ++v) {
      hn::StoreU(sums[r][v], d, matrix + (row + r) * size + column + v * lanes);
    }
  }
}

/// The same for all columns from the step of `row` on.
template <bool kSubtract>
HWY_INLINE void update_rows(const float* rows, std::size_t count, std::size_t size, std::size_t row,
                            float* matrix) {
  const std::size_t lanes = hn::Lanes(Tag());
  std::size_t column = row / kSystemStep * kSystemStep;
  const auto update = [&](auto vectors) {
    update_tile<vectors.value, kSubtract>(rows, count, size, row, column, matrix);
    column += vectors.value * lanes;
  };
  while (column + kMostVectors * lanes <= size) {
    update(std::integral_constant<std::size_t, kMostVectors>());
  }
  switch ((size - column) / lanes) {
    case 3: update(std::integral_constant<std::size_t, 3>()); break;
    case 2: update(std::integral_constant<std::size_t, 2>()); break;
    case 1: update(std::integral_constant<std::size_t, 1>()); break;
    default: break;
  }
}

void add_outer_products_lanes(const float* rows, std::size_t count, std::size_t size,
                              float* matrix) {
  constexpr std::size_t kChunk = 64;  // rows that stay in the first-level cache
  for (std::size_t first = 0; first < count; first += kChunk) {
    const std::size_t chunk = count - first < kChunk ? count - first : kChunk;
    for (std::size_t row = 0; row < size; row += kTile) {
      update_rows<false>(rows + first * size, chunk, size, row, matrix);
    }
  }
}

/// to[j] -= factor * from[j] for the columns from `column`, a multiple of the step, on.
HWY_INLINE void subtract_row(const float* from, float factor, std::size_t column, std::size_t size,
                             float* to) {
  const Tag d;
  const auto left = hn::Set(d, factor);
  for (std::size_t j = column; j < size; j += hn::Lanes(d)) {
    hn::StoreU(hn::Sub(hn::LoadU(d, to + j), hn::Mul(left, hn::LoadU(d, from + j))), d, to + j);
  }
}

HWY_INLINE void scale_row(float factor, std::size_t column, std::size_t size, float* row) {
  const Tag d;
  for (std::size_t j = column; j < size; j += hn::Lanes(d)) {
    hn::StoreU(hn::Mul(hn::Set(d, factor), hn::LoadU(d, row + j)), d, row + j);
  }
}

/// The factor U with A = U^T U, row by row. The reciprocals of the diagonal go to `inverse`.
HWY_INLINE bool factorise(float* matrix, std::size_t size, float* inverse) {
  for (std::size_t tile = 0; tile < size; tile += kTile) {
    const std::size_t column = tile / kSystemStep * kSystemStep;
    update_rows<true>(matrix, tile, size, tile, matrix);
    for (std::size_t i = tile; i < tile + kTile; ++i) {
      float* const row = matrix + i * size;
      for (std::size_t k = tile; k < i; ++k) {
        subtract_row(matrix + k * size, matrix[k * size + i], column, size, row);
      }
      if (!(row[i] > 0)) return false;
      inverse[i] = 1 / std::sqrt(row[i]);
      scale_row(inverse[i], column, size, row);
      for (std::size_t j = column; j < i; ++j) row[j] = 0;
    }
  }
  return true;
}

/// The sum of the products of two rows from `column` on: kSystemStep sums, then halves together.
HWY_INLINE float dot_from(const float* a, const float* b, std::size_t column, std::size_t size) {
  const Tag d;
  const std::size_t lanes = hn::Lanes(d);
  HWY_ALIGN float sums[kSystemStep] = {};
  for (std::size_t lane = 0; lane < kSystemStep; lane += lanes) {
    auto sum = hn::Zero(d);
    for (std::size_t j = column + lane; j < size; j += kSystemStep) {
      sum = hn::Add(sum, hn::Mul(hn::LoadU(d, a + j), hn::LoadU(d, b + j)));
    }
    hn::Store(sum, d, sums + lane);
  }
  for (std::size_t half = kSystemStep / 2; half > 0; half /= 2) {
    for (std::size_t i = 0; i < half; ++i) sums[i] += sums[i + half];
  }
  return sums[0];
}

bool solve_symmetric_lanes(float* matrix, std::size_t size, float* vector, float* inverse) {
  if (!factorise(matrix, size, inverse)) return false;
  // U^T y = b. A row of U starts with zeros, so what is known already stays.
  for (std::size_t i = 0; i < size; ++i) {
    const float value = vector[i] * inverse[i];
    subtract_row(matrix + i * size, value, i / kSystemStep * kSystemStep, size, vector);
    vector[i] = value;
  }
  // U x = y.
  for (std::size_t i = size; i-- > 0;) {
    const float value = vector[i];
    vector[i] = 0;
    const float known = dot_from(matrix + i * size, vector, i / kSystemStep * kSystemStep, size);
    vector[i] = (value - known) * inverse[i];
  }
  return true;
}

}  // namespace honestrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace honestrank::kernels {
HWY_EXPORT(add_outer_products_lanes);
HWY_EXPORT(solve_symmetric_lanes);

void add_outer_products(const float* rows, std::size_t count, std::size_t size,
                        float* matrix) noexcept {
  HWY_DYNAMIC_DISPATCH(add_outer_products_lanes)(rows, count, size, matrix);
}

bool solve_symmetric(float* matrix, std::size_t size, float* vector, float* inverse) noexcept {
  return HWY_DYNAMIC_DISPATCH(solve_symmetric_lanes)(matrix, size, vector, inverse);
}

void add_outer_products_reference(const float* rows, std::size_t count, std::size_t size,
                                  float* matrix) noexcept {
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = i; j < size; ++j) {
      for (std::size_t k = 0; k < count; ++k) {
        matrix[i * size + j] += rows[k * size + i] * rows[k * size + j];
      }
    }
  }
}

bool solve_symmetric_reference(float* matrix, std::size_t size, float* vector,
                               float* inverse) noexcept {
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t j = i; j < size; ++j) {
      for (std::size_t k = 0; k < i; ++k) {
        matrix[i * size + j] -= matrix[k * size + i] * matrix[k * size + j];
      }
    }
    const float pivot = matrix[i * size + i];
    if (!(pivot > 0)) return false;
    inverse[i] = 1 / std::sqrt(pivot);
    for (std::size_t j = i; j < size; ++j) matrix[i * size + j] *= inverse[i];
  }
  for (std::size_t i = 0; i < size; ++i) {
    for (std::size_t k = 0; k < i; ++k) vector[i] -= matrix[k * size + i] * vector[k];
    vector[i] *= inverse[i];
  }
  for (std::size_t i = size; i-- > 0;) {
    float sums[kSystemStep] = {};
    for (std::size_t j = i + 1; j < size; ++j) {
      sums[j % kSystemStep] += matrix[i * size + j] * vector[j];
    }
    for (std::size_t half = kSystemStep / 2; half > 0; half /= 2) {
      for (std::size_t lane = 0; lane < half; ++lane) sums[lane] += sums[lane + half];
    }
    vector[i] = (vector[i] - sums[0]) * inverse[i];
  }
  return true;
}

}  // namespace honestrank::kernels
#endif  // HWY_ONCE

#pragma once

#include <cstddef>

namespace honestrank::kernels {

// Small symmetric systems of float32, one after the other: the inner loop of alternating least
// squares. Sums are taken in rising order, a product and a sum rounded one after the other, so the
// bits are the same on every instruction set and those of the plain loops.

/// Sizes are multiples of this.
inline constexpr std::size_t kSystemStep = 16;

/// A size that has room for `columns`.
constexpr std::size_t system_size(std::size_t columns) noexcept {
  return (columns + kSystemStep - 1) / kSystemStep * kSystemStep;
}

/// Adds r r^T of each of `count` rows of `size` values to the upper triangle of a matrix of
/// `size` by `size`. Within a step of the diagonal the lower triangle is written too.
void add_outer_products(const float* rows, std::size_t count, std::size_t size,
                        float* matrix) noexcept;
void add_outer_products_reference(const float* rows, std::size_t count, std::size_t size,
                                  float* matrix) noexcept;

/// Solves A x = b by Cholesky's method: the upper triangle of `matrix` is A and then its factor,
/// `vector` is b and then x; `inverse` has room for `size` values. False, with all of them spoilt,
/// if a pivot is not positive.
bool solve_symmetric(float* matrix, std::size_t size, float* vector, float* inverse) noexcept;
bool solve_symmetric_reference(float* matrix, std::size_t size, float* vector,
                               float* inverse) noexcept;

}  // namespace honestrank::kernels

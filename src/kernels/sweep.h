#pragma once

#include <cstddef>

namespace honestrank::kernels {

/// The sizes of a matrix that is swept are multiples of this.
inline constexpr std::size_t kSweepStep = 8;

/// Replaces a positive definite matrix of `size` by `size`, of which only the upper triangle
/// counts, by minus its inverse; below the diagonal anything may be written. False, with the matrix
/// spoilt, if a pivot is not positive and finite.
///
/// Sweeps one row after the other. A product and a sum are rounded one after the other: the same
/// bits on every instruction set, and those of the plain loop. `pivot_row` has room for a row.
bool sweep(double* matrix, std::size_t size, double* pivot_row) noexcept;
bool sweep_reference(double* matrix, std::size_t size, double* pivot_row) noexcept;

}  // namespace honestrank::kernels

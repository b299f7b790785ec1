#pragma once

#include <cstddef>
#include <cstdint>

namespace honestrank::kernels {

/// The dot products of one vector with some rows of a table, in float32: sums[i] is that of
/// `vector` and the `columns` values from table + rows[i] * columns on. Rows further down are asked
/// for ahead of time.
///
/// Sums are in any order, fused or not as the machine has it. They are off by less than
/// product_error(columns) times the lengths of both vectors, plus kProductUnderflow for each
/// column.
void gathered_products(const float* vector, const float* table, std::size_t columns,
                       const std::uint32_t* rows, std::size_t count, float* sums) noexcept;

/// The plain loop that defines gathered_products, up to the rounding of its sums.
void gathered_products_reference(const float* vector, const float* table, std::size_t columns,
                                 const std::uint32_t* rows, std::size_t count,
                                 float* sums) noexcept;

/// Proof: each of at most 2 * columns roundings has a relative error of u = 2^-24, and a product
/// goes through at most columns of them whatever the order (Higham, Accuracy and Stability of
/// Numerical Algorithms, section 3.1): the error is below columns u / (1 - columns u) times the sum
/// of |products|, which is not above the product of the lengths. For up to 2^14 columns, 1.01
/// covers the denominator.
constexpr double product_error(std::size_t columns) {
  return 1.01 * 0x1p-24 * static_cast<double>(columns);
}
inline constexpr std::size_t kMostProductColumns = std::size_t{1} << 14U;
inline constexpr double kProductUnderflow = 0x1p-149;

}  // namespace honestrank::kernels

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace honestrank::kernels {

/// Rows of a float32 matrix, each with a weight.
struct WeightedRows {
  const float* matrix = nullptr;
  std::size_t stride = 0;  ///< from a row to the next one
  std::span<const std::uint32_t> row;
  std::span<const float> weight;  ///< of the same place in `row`; empty: all 1
};

/// Sums are best asked for in multiples of this: so many stay in registers.
inline constexpr std::size_t kSumColumns = 128;

/// sums[i] is the sum of weight * matrix[row][first + i] over the rows in their order, in float64
/// from 0 on, which the products do not round: the same bits on every instruction set.
void sum_rows(const WeightedRows& rows, std::size_t first, std::span<double> sums) noexcept;
void sum_rows_reference(const WeightedRows& rows, std::size_t first,
                        std::span<double> sums) noexcept;

}  // namespace honestrank::kernels

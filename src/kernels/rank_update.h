#pragma once

#include <cstddef>

namespace honestrank::kernels {

/// A tile of a matrix product: so many rows and columns at a time.
inline constexpr std::size_t kUpdateRows = 12;
inline constexpr std::size_t kUpdateColumns = 32;

/// Subtracts from a tile, whose rows lie `stride` apart, the products left[k][row] *
/// right[k][column] for k = 0..depth-1, rising. `left` has kUpdateRows values for each k, `right`
/// kUpdateColumns.
///
/// A product and a sum are rounded one after the other: the same bits on every instruction set,
/// and those of the plain loop.
void subtract_products(const float* left, const float* right, std::size_t depth, float* tile,
                       std::size_t stride) noexcept;
void subtract_products_reference(const float* left, const float* right, std::size_t depth,
                                 float* tile, std::size_t stride) noexcept;

}  // namespace honestrank::kernels

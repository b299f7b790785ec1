#pragma once

#include <cstddef>

namespace honestrank::kernels {

/// Items that a network scores at a time. A panel holds so many values for each column.
inline constexpr std::size_t kNetworkPanel = 64;

/// sums[i] = row[k] + panel[k][i] for every column k and item i; 0 where that is below 0.
void add_rectified(const float* row, const float* panel, std::size_t columns, float* sums) noexcept;

/// A layer for a panel of items: outputs[m][i] is the sum over k, rising, of weights[m][k] *
/// inputs[k][i], from 0. A product and a sum are rounded one after the other: the same bits on
/// every instruction set, and those of the plain loop.
void multiply_panel(const float* weights, std::size_t outputs_count, std::size_t inputs_count,
                    const float* inputs, float* outputs) noexcept;

}  // namespace honestrank::kernels

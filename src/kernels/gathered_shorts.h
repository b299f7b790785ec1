#pragma once

#include <cstddef>
#include <cstdint>

namespace honestrank::kernels {

/// The columns of gathered_shorts are a multiple of this; more of them are 0.
inline constexpr std::size_t kShortColumns = 32;

/// The products of one vector with some rows of a table, in integers of 16 bits: sums[i] is that of
/// `vector` and the `columns` values from table + rows[i] * columns on. The lengths of both
/// vectors, multiplied, must be below 2^31, and no value is -32768.
void gathered_shorts(const std::int16_t* vector, const std::int16_t* table, std::size_t columns,
                     const std::uint32_t* rows, std::size_t count, std::int32_t* sums) noexcept;

/// The plain loop that defines gathered_shorts.
void gathered_shorts_reference(const std::int16_t* vector, const std::int16_t* table,
                               std::size_t columns, const std::uint32_t* rows, std::size_t count,
                               std::int32_t* sums) noexcept;

}  // namespace honestrank::kernels

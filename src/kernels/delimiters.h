#pragma once

#include <cstddef>
#include <cstdint>

namespace honestrank::kernels {

/// Bytes that must be readable after the text given to find_delimiters.
inline constexpr std::size_t kDelimiterPadding = 64;

/// The places of two separators and of line ends in `text[0, size)`, in rising order.
///
/// Every byte equal to `first`, `second` or '\n' is one. `positions` has room for `size` entries
/// rounded up to the next multiple of 64; returns how many there are. `size` is below 4 GiB and
/// kDelimiterPadding bytes after the text are readable (their content does not matter).
std::size_t find_delimiters(const char* text, std::size_t size, char first, char second,
                            std::uint32_t* positions) noexcept;

/// The plain loop that defines find_delimiters.
std::size_t find_delimiters_reference(const char* text, std::size_t size, char first, char second,
                                      std::uint32_t* positions) noexcept;

}  // namespace honestrank::kernels

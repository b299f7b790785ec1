#pragma once

#include <cstddef>
#include <cstdint>

namespace honestrank::kernels {

/// Rows of bits are compared in groups of so many.
inline constexpr std::size_t kBitRows = 8;

/// How many bits each of kBitRows left rows and kBitRows right rows have in common:
/// counts[l * kBitRows + r]. Word w of row i of a group is `group[w * kBitRows + i]`.
void count_common_bits(const std::uint64_t* left, const std::uint64_t* right, std::size_t words,
                       std::uint64_t* counts) noexcept;
void count_common_bits_reference(const std::uint64_t* left, const std::uint64_t* right,
                                 std::size_t words, std::uint64_t* counts) noexcept;

/// Whether the instruction set in use has an instruction that counts the bits of each word of a
/// vector; without it count_common_bits takes about seven times as long.
bool counts_bits_in_one_instruction() noexcept;

}  // namespace honestrank::kernels

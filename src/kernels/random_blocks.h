#pragma once

#include <cstddef>
#include <cstdint>

namespace honestrank::kernels {

/// Blocks of CounterRandom, one after the other: what it gives for (counter, first_block),
/// (counter, first_block + 1), ...; 4 words each.
void random_blocks(std::uint64_t seed, std::uint32_t stream, std::uint64_t counter,
                   std::uint32_t first_block, std::size_t blocks, std::uint32_t* words) noexcept;

/// random_blocks gives so many blocks at no more cost than one.
inline constexpr std::size_t kRandomBlocks = 8;

}  // namespace honestrank::kernels

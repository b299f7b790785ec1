#include "kernels/random_blocks.h"

#include <algorithm>
#include <bit>
#include <cstring>

#include "honestrank/base/random.h"

// Highway compiles the rest of this file once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/random_blocks.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// Must follow foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace honestrank::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

static_assert(std::endian::native == std::endian::little, "lanes are stored as words");

/// Philox 4x32-10 with a block in each lane of 64 bits. Only the lower halves count: a product
/// takes nothing else, and what gathers above is shifted out or masked at the end.
void blocks_lanes(std::uint64_t seed, std::uint32_t stream, std::uint64_t counter,
                  std::uint32_t first_block, std::size_t blocks, std::uint32_t* words) {
#if HWY_TARGET == HWY_SCALAR
  const CounterRandom random(seed, stream);
  for (std::size_t i = 0; i < blocks; ++i) {
    const auto block = random.block(counter, first_block + static_cast<std::uint32_t>(i));
    std::copy(block.begin(), block.end(), words + 4 * i);
  }
#else
  constexpr std::uint32_t kMultiplier0 = 0xD2511F53;
  constexpr std::uint32_t kMultiplier1 = 0xCD9E8D57;
  constexpr std::uint32_t kWeyl0 = 0x9E3779B9;
  constexpr std::uint32_t kWeyl1 = 0xBB67AE85;
  constexpr int kRounds = 10;
  const hn::CappedTag<std::uint64_t, kRandomBlocks> d;
  const hn::Repartition<std::uint32_t, decltype(d)> half;
  const std::size_t lanes = hn::Lanes(d);
  const auto multiplier0 = hn::BitCast(half, hn::Set(d, kMultiplier0));
  const auto multiplier1 = hn::BitCast(half, hn::Set(d, kMultiplier1));
  const auto lower = hn::Set(d, 0xFFFFFFFF);
  const auto mix = [&](auto& word0, auto& word1, auto& word2, auto& word3, auto key0, auto key1) {
    const auto product0 = hn::MulEven(hn::BitCast(half, word0), multiplier0);
    const auto product1 = hn::MulEven(hn::BitCast(half, word2), multiplier1);
    word0 = hn::Xor3(hn::ShiftRight<32>(product1), word1, key0);
    word1 = product1;
    word2 = hn::Xor3(hn::ShiftRight<32>(product0), word3, key1);
    word3 = product0;
  };
  // Words of a block lie one after the other: two to a lane, the first in the lower half.
  const auto store = [&](auto word0, auto word1, auto word2, auto word3, std::size_t done) {
    const auto first_half = hn::Or(hn::And(word0, lower), hn::ShiftLeft<32>(word1));
    const auto second_half = hn::Or(hn::And(word2, lower), hn::ShiftLeft<32>(word3));
    alignas(64) std::uint64_t out[2 * kRandomBlocks];
    hn::StoreInterleaved2(first_half, second_half, d, out);
    const std::size_t count = std::min(lanes, blocks - done);
    std::memcpy(words + 4 * done, out, 4 * count * sizeof(std::uint32_t));
  };
  // Two vectors of blocks at a time: a round waits for the one before it.
  for (std::size_t done = 0; done < blocks; done += 2 * lanes) {
    auto a0 = hn::Set(d, counter & 0xFFFFFFFF);
    auto a1 = hn::Set(d, counter >> 32U);
    auto a2 = hn::Iota(d, first_block + done);
    auto a3 = hn::Set(d, std::uint64_t{stream});
    auto b0 = a0;
    auto b1 = a1;
    auto b2 = hn::Iota(d, first_block + done + lanes);
    auto b3 = a3;
    auto key0 = static_cast<std::uint32_t>(seed);
    auto key1 = static_cast<std::uint32_t>(seed >> 32U);
    for (int round = 0; round < kRounds; ++round) {
      const auto keys0 = hn::Set(d, std::uint64_t{key0});
      const auto keys1 = hn::Set(d, std::uint64_t{key1});
      mix(a0, a1, a2, a3, keys0, keys1);
      mix(b0, b1, b2, b3, keys0, keys1);
      key0 += kWeyl0;
      key1 += kWeyl1;
    }
    store(a0, a1, a2, a3, done);
    if (done + lanes < blocks) store(b0, b1, b2, b3, done + lanes);
  }
#endif
}

}  // namespace honestrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace honestrank::kernels {
HWY_EXPORT(blocks_lanes);

void random_blocks(std::uint64_t seed, std::uint32_t stream, std::uint64_t counter,
                   std::uint32_t first_block, std::size_t blocks, std::uint32_t* words) noexcept {
  HWY_DYNAMIC_DISPATCH(blocks_lanes)(seed, stream, counter, first_block, blocks, words);
}

}  // namespace honestrank::kernels
#endif  // HWY_ONCE

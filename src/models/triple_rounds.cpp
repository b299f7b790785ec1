#include "models/triple_rounds.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "honestrank/base/parallel.h"

namespace honestrank {

TripleRounds TripleRounds::for_triples(std::size_t triples) noexcept {
  constexpr std::uint32_t kWidest = 16;
  constexpr std::size_t kInCell = 512;
  TripleRounds chosen(1);
  for (std::uint32_t width = 2; width <= kWidest; width *= 2) {
    if (TripleRounds(width).cells() <= triples / kInCell) chosen = TripleRounds(width);
  }
  return chosen;
}

std::uint32_t TripleRounds::cell_of(const kernels::PairwiseTriple& triple) const noexcept {
  const std::uint32_t part = triple.left & (width_ - 1);
  const std::uint32_t p = triple.higher & (2 * width_ - 1);
  const std::uint32_t q = triple.lower & (2 * width_ - 1);
  const std::uint32_t difference = std::max(p ^ q, 1U);
  // A pair's place among those of the same difference: that of its two that lacks the highest bit
  // of the difference, without that bit.
  const std::uint32_t bit = std::bit_floor(difference);
  const std::uint32_t lacking = (p & bit) == 0 ? p : p ^ difference;
  const std::uint32_t place = (lacking & (bit - 1)) | ((lacking & ~(bit - 1)) >> 1);
  const std::uint32_t round = (difference - 1) * width_ + (part ^ place);
  return round * width_ + place;
}

void CellTriples::fill(std::size_t count, unsigned threads,
                       const std::function<kernels::PairwiseTriple(std::size_t)>& triple) {
  constexpr std::size_t kBlocks = 64;
  const std::size_t block_size = count / kBlocks + 1;
  const std::size_t cells = rounds_.cells();
  drawn_.resize(count);
  sorted_.resize(count);
  begin_.assign(cells + 1, 0);
  // How many of each block's triples are in a cell, and then where the next one of them goes.
  std::vector<std::size_t> next(kBlocks * cells);
  parallel_for(count, block_size, threads, [&](const Block& block) {
    for (std::size_t i = block.begin; i < block.end; ++i) {
      drawn_[i] = triple(i);
      ++next[block.index * cells + rounds_.cell_of(drawn_[i])];
    }
  });
  std::size_t placed = 0;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    for (std::size_t block = 0; block < kBlocks; ++block) {
      const std::size_t own = next[block * cells + cell];
      next[block * cells + cell] = placed;
      placed += own;
    }
    begin_[cell + 1] = placed;
  }
  parallel_for(count, block_size, threads, [&](const Block& block) {
    for (std::size_t i = block.begin; i < block.end; ++i) {
      sorted_[next[block.index * cells + rounds_.cell_of(drawn_[i])]++] = drawn_[i];
    }
  });
}

void shuffle(std::span<kernels::PairwiseTriple> triples, const CounterRandom& random,
             std::uint32_t a, std::uint32_t b) noexcept {
  std::array<std::uint32_t, 4> words{};
  for (std::size_t left = triples.size(); left > 1; --left) {
    if (left == triples.size() || left % 4 == 3) {
      words = random.block(static_cast<std::uint64_t>(a) << 32 | left / 4, b);
    }
    // Uniform on {0, ..., left - 1} but for less than left / 2^32: an order, not a sample.
    const std::size_t chosen = static_cast<std::uint64_t>(words[left % 4]) * left >> 32;
    std::swap(triples[left - 1], triples[chosen]);
  }
}

}  // namespace honestrank

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "honestrank/base/random.h"
#include "kernels/pairwise_steps.h"

namespace honestrank {

/// Which triples may be worked on at the same time: stratified stochastic gradient descent
/// (Gemulla et al., KDD 2011), for two rows of the right side.
///
/// Rows of the left side fall into `width` parts and those of the right side into 2 * width, by
/// their number. A cell has the triples of one part of the left side and of two of the right side.
/// A round is `width` cells that have no part in common, so that each of them may be worked on by
/// another thread; the rounds together have every triple. With p and q the parts of the right side,
/// p ^ q is the same for all cells of a round, which makes their parts differ (p, p goes with
/// p, p ^ 1).
class TripleRounds {
 public:
  /// `width` is a power of two.
  explicit TripleRounds(std::uint32_t width) noexcept : width_(width) {}

  /// The widest of at most 16 that leaves about 512 of `triples` to a cell: fewer, and threads
  /// would wait for each other more than they work.
  static TripleRounds for_triples(std::size_t triples) noexcept;

  std::uint32_t width() const noexcept { return width_; }
  std::uint32_t rounds() const noexcept { return width_ * (2 * width_ - 1); }
  std::uint32_t cells() const noexcept { return rounds() * width_; }

  /// The cell of a triple; those of round r are r * width to (r + 1) * width - 1.
  std::uint32_t cell_of(const kernels::PairwiseTriple& triple) const noexcept;

 private:
  std::uint32_t width_;
};

/// Triples by cell.
class CellTriples {
 public:
  explicit CellTriples(TripleRounds rounds) : rounds_(rounds) {}

  /// Takes `count` triples in the place of those it has: `triple(i)` for i from 0 on.
  void fill(std::size_t count, unsigned threads,
            const std::function<kernels::PairwiseTriple(std::size_t)>& triple);

  /// In the order of their numbers.
  std::span<kernels::PairwiseTriple> operator[](std::size_t cell) noexcept {
    return {sorted_.data() + begin_[cell], sorted_.data() + begin_[cell + 1]};
  }

 private:
  TripleRounds rounds_;
  std::vector<kernels::PairwiseTriple> drawn_;
  std::vector<kernels::PairwiseTriple> sorted_;
  std::vector<std::size_t> begin_;
};

/// Puts triples into a random order, which depends on their number and (random, a, b) alone.
void shuffle(std::span<kernels::PairwiseTriple> triples, const CounterRandom& random,
             std::uint32_t a, std::uint32_t b) noexcept;

}  // namespace honestrank

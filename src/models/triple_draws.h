#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "honestrank/base/random.h"
#include "honestrank/data/user_items.h"
#include "kernels/pairwise_steps.h"

namespace honestrank {

/// Triples of a user, an item of the user's and one that is not: each pair in the lists once in an
/// epoch, with an item drawn from all those that are not in the user's list.
class TripleDraws {
 public:
  /// `lists` must outlive the draws and be valid for `items`. Users whose list has every item are
  /// left out.
  TripleDraws(const UserItems& lists, std::size_t items, std::uint64_t seed);

  /// Pairs, by user: the triples of an epoch.
  std::size_t pairs() const noexcept { return pairs_.size(); }

  /// The triple of a pair. It depends on the seed, the epoch and the pair alone.
  kernels::PairwiseTriple draw(std::uint32_t epoch, std::size_t pair) const noexcept;

 private:
  struct Pair {
    std::uint32_t user;
    std::uint32_t item;
  };

  const UserItems& lists_;
  std::size_t items_;
  CounterRandom random_;
  std::vector<Pair> pairs_;
};

}  // namespace honestrank

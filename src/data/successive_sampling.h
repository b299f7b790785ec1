#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/alias_table.h"
#include "honestrank/base/random.h"

namespace honestrank {

/// The items to choose from. An item's weight for a chooser is popularity * exp(affinity), where
/// the affinity is the dot product of the chooser's taste and the item's vector, cut off at a cap.
struct ChoiceTables {
  std::vector<std::uint32_t> popularity;  ///< positive
  std::vector<float> vectors;             ///< item by item, `dimension` numbers each
  std::size_t dimension = 0;              ///< a multiple of 4
  AliasTable by_popularity;

  std::size_t items() const noexcept { return popularity.size(); }
};

struct Chooser {
  std::uint64_t key = 0;         ///< counter of its random numbers
  std::span<const float> taste;  ///< `dimension` numbers
  float cap = 0;
};

struct Choice {
  std::uint32_t item = 0;
  float affinity = 0;  ///< before the cap
};

/// The affinity of `chooser` to `item`, before the cap.
float affinity_of(const ChoiceTables& tables, const Chooser& chooser, std::uint32_t item) noexcept;

/// `count` different items, each drawn from those left in proportion to its weight, in order.
///
/// Takes the cheaper of the two functions below, by `count` and the number of items alone.
std::vector<Choice> choose(const ChoiceTables& tables, const Chooser& chooser, std::size_t count,
                           const CounterRandom& random);

/// The same distribution, in time that does not depend on the number of items: proposals by
/// popularity, accepted with probability exp(affinity - cap) unless chosen before. Slow where
/// `count` is a large part of the items.
std::vector<Choice> choose_by_rejection(const ChoiceTables& tables, const Chooser& chooser,
                                        std::size_t count, const CounterRandom& random);

/// The same distribution, in time linear in the number of items: each item arrives at an
/// exponential time with its weight as rate; the first `count` to arrive, in order of arrival.
/// (The order of exponential arrivals is that of successive draws without replacement.)
std::vector<Choice> choose_by_race(const ChoiceTables& tables, const Chooser& chooser,
                                   std::size_t count, const CounterRandom& random);

/// The same choices, with all arrival times from base/portable_math.h: slower.
std::vector<Choice> choose_by_race_reference(const ChoiceTables& tables, const Chooser& chooser,
                                             std::size_t count, const CounterRandom& random);

}  // namespace honestrank

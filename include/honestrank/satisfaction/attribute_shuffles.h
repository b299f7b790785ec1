#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "honestrank/data/attribute_table.h"

namespace honestrank {

/// The same rows of values, each with somebody else: what is known of users no longer speaks of
/// them, but as many users as before share a value, and values go together as before. A function of
/// the number of rows, `seed` and `number` alone.
AttributeTable shuffled_attributes(const AttributeTable& table, std::uint64_t seed,
                                   std::uint32_t number = 0);

struct ShuffleOptions {
  std::uint32_t shuffles = 20;
  std::uint64_t seed = 42;
};

/// What attributes gain, beside what the same ones gain where they say nothing.
struct ShuffledGains {
  double gain = 0;               ///< with the attributes as they are
  std::vector<double> shuffled;  ///< with each of the shuffled tables
  /// One more than the shuffles that gain at least as much, over one more than the shuffles: the
  /// probability of such a gain if it made no difference whose attributes are whose. Not below
  /// 1 / (shuffles + 1); NaN without shuffles.
  double p_value = 0;

  double mean() const;                ///< of `shuffled`; NaN without shuffles
  double standard_deviation() const;  ///< NaN with fewer than two
};

/// Calls `gain` with the table and with its shuffles, in this order. `gain` trains a model with a
/// table and says by how much it is better than one that knows no attributes. Unlike a paired test
/// of two models this also counts what other lists gain by being other lists.
ShuffledGains compare_with_shuffled(const AttributeTable& table,
                                    const std::function<double(const AttributeTable&)>& gain,
                                    const ShuffleOptions& options = {});

}  // namespace honestrank

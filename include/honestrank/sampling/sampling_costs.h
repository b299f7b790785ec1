#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "honestrank/sampling/sampled_ranks.h"

namespace honestrank {

/// What one size of adaptive samples cost and brought.
struct SamplingCost {
  std::uint64_t samples = 0;
  std::uint64_t users = 0;  ///< who had so many drawn
  std::uint64_t told = 0;   ///< of these, users who were then seen below enough sampled items
  /// Items drawn to come from the size before to this one, for each of the users told: C_j of Li,
  /// Jin et al. (AAAI 2023), eq. 13. Infinite where nobody is.
  double cost = 0;
};

/// By rising size: sets double. Users who run out of items count with what they drew. Where the
/// cost rises steeply, larger samples are not worth what they cost. `enough_above` as in
/// SampleOptions.
std::vector<SamplingCost> sampling_costs(const SampledRanks& sampled,
                                         std::uint64_t enough_above = 1);

/// The largest of these sizes at which telling a user apart took fewer items than `items`, which is
/// what ranking all of them for that user takes; 0: none did. Where samples end next time.
std::uint64_t worthwhile_samples(std::span<const SamplingCost> costs, double items);

}  // namespace honestrank

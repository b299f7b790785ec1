#pragma once

#include <cstdint>
#include <vector>

#include "data/successive_sampling.h"

namespace honestrank {

/// Items come in series of this length: items 0 to 7 are one, and so on.
inline constexpr std::uint32_t kSeriesLength = 8;

/// Adds choices until there are `count`: each is the first part not yet chosen of the series of
/// an earlier choice, taken at random; where the series is exhausted, the items after it follow.
/// `count` must be at most the number of items, and `choices` not empty unless it is 0.
///
/// This is what a few latent dimensions cannot express and item neighbourhoods can.
void follow_series(const ChoiceTables& tables, const Chooser& chooser, std::size_t count,
                   const CounterRandom& random, std::vector<Choice>& choices);

}  // namespace honestrank

#pragma once

#include <cstdint>
#include <functional>
#include <span>

#include "honestrank/data/interactions.h"

namespace honestrank {

/// A model as a function: writes the score of every item for `user` into `scores`, which has one
/// place per item of the catalogue. Called from several threads at once.
using UserScores = std::function<void(std::uint32_t user, std::span<float> scores)>;

/// Scores an item by the number of its interactions in `train`: the same for every user. Exact up
/// to 2^24 interactions of one item.
UserScores popularity(const Interactions& train);

/// Scores drawn at random for every user and item: what a model that knows nothing achieves.
UserScores random_scores(std::uint64_t seed);

}  // namespace honestrank

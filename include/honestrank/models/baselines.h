#pragma once

#include <cstddef>
#include <cstdint>

#include "honestrank/data/interactions.h"
#include "honestrank/models/score_source.h"

namespace honestrank {

/// Scores an item by the number of its interactions in `train`: the same for every user. Throws
/// InputError as validate does.
ItemScores popularity(const Interactions& train);

/// Scores an item by the mean of its ratings, 0 without any: the same for every user. Throws
/// InputError as validate does, and if there are no ratings.
ItemScores average_rating(const Interactions& train);

/// Scores drawn at random for every user and item: what a model that knows nothing achieves. A
/// score depends on the seed, the user and the item alone.
ScoreCallback random_scores(std::uint64_t seed, std::size_t users, std::size_t items);

}  // namespace honestrank

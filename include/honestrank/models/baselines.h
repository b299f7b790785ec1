#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "honestrank/data/interactions.h"
#include "honestrank/models/score_source.h"

namespace honestrank {

/// Scores an item by the number of its interactions in `train`: the same for every user. Throws
/// InputError as validate does.
ItemScores popularity(const Interactions& train);

struct AverageRatingOptions {
  /// An item is scored by the share of its ratings above this; none: by their mean.
  std::optional<double> threshold{};
  double shrink = 0;  ///< so many ratings like the average ones are added to each item
};

/// Scores an item by its ratings, the same for every user; items without any have 0. Throws
/// InputError as validate does, if there are no ratings, and for options out of range.
ItemScores average_rating(const Interactions& train, const AverageRatingOptions& options = {});

void validate(const AverageRatingOptions& options);

/// Scores drawn at random for every user and item: what a model that knows nothing achieves. A
/// score depends on the seed, the user and the item alone.
ScoreCallback random_scores(std::uint64_t seed, std::size_t users, std::size_t items);

}  // namespace honestrank

#pragma once

#include <cstddef>

#include "honestrank/data/interactions.h"

namespace honestrank {

/// What becomes of rows that repeat a pair of user and item.
enum class DuplicatePolicy {
  error,       ///< InputError naming the first repetition
  keep_all,    ///< nothing is removed, only counted
  keep_first,  ///< the row earliest in time, or first in the source where there are no timestamps
  keep_last,   ///< the row latest in time, or last in the source where there are no timestamps
  keep_max,    ///< the row with the highest rating; the first of them
  sum,         ///< one row with the sum of the ratings, as for play counts
  mean,        ///< one row with the mean of the ratings
};

/// Interactions after a duplicate policy.
struct ResolvedDuplicates {
  Interactions interactions;
  std::size_t duplicates = 0;  ///< rows of the input whose pair stands in an earlier row too
};

/// How many rows have a pair of user and item that stands in an earlier row too. Linear time.
std::size_t count_duplicates(const Interactions& interactions);

/// Applies `policy` to repeated pairs of user and item; what remains keeps its order.
///
/// Of rows with the same timestamp the later row is the later one. With `sum` and `mean` the
/// merged row stands where the pair's first row stood and carries the pair's latest timestamp.
/// Linear time.
///
/// Throws InputError for `error` where a pair is repeated, with the ids and both rows, counted
/// from 1; for `keep_max`, `sum` and `mean` where there are no ratings.
ResolvedDuplicates resolve_duplicates(Interactions interactions, DuplicatePolicy policy);

/// Which side of a threshold a rating equal to it is on.
enum class RatingRule {
  at_least,  ///< rating >= threshold passes
  above,     ///< rating > threshold passes
};

/// The rows whose rating passes; ids without a row stay in the id maps.
///
/// Throws InputError without ratings, or where a rating or `threshold` is NaN, which is on
/// neither side.
Interactions keep_ratings(const Interactions& interactions, RatingRule rule, double threshold);

/// Implicit feedback from ratings: the rows whose rating passes, without the ratings.
/// Throws as keep_ratings does.
Interactions binarize(const Interactions& interactions, RatingRule rule, double threshold);

/// The largest part of the data in which every user has at least `user_minimum` items and every
/// item at least `item_minimum` users.
///
/// Distinct pairs count, so a repeated pair helps neither side; it is kept with all its rows.
/// Users and items outside the core lose their rows but stay in the id maps (see compact). Linear
/// time: removals go through a queue instead of repeated passes.
Interactions k_core(const Interactions& interactions, std::size_t user_minimum,
                    std::size_t item_minimum);

/// The same rows with id maps that hold only the ids that have a row, in their old order.
Interactions compact(const Interactions& interactions);

}  // namespace honestrank

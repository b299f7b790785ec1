#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "honestrank/data/interactions.h"
#include "honestrank/data/user_items.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/rankings/held_out_ranks.h"
#include "honestrank/satisfaction/browsing_model.h"

namespace honestrank {

/// What users thought of held-out items.
struct HeldOutRatings {
  UserItems items;
  std::vector<double> rating;  ///< one for each of `items.item`
};

/// The scale of ratings, and from where on they are positive.
struct RatingScale {
  double lowest = 0;
  double highest = 5;
  double threshold = 3;  ///< a rating above it is positive and satisfies by the difference
};

/// The ratings of every user; of a pair that is rated twice the last one counts. Throws InputError
/// without ratings, for ratings outside the scale, naming user and item, and for a threshold
/// outside of it.
HeldOutRatings held_out_ratings(const Interactions& test, const RatingScale& scale);

struct SatisfactionOptions {
  double threshold = RatingScale{}.threshold;
  std::vector<double> penalty{};  ///< sigma of every item, from 0 to 1; empty: all count the same
  std::vector<bool> head{};       ///< whether an item is in the short head; empty: none is
  std::vector<std::uint32_t> parts{1, 10};  ///< lengths of lists whose success is told apart
  unsigned threads = 0;                     ///< 0: all hardware threads
  bool per_user = false;                    ///< keep each user's satisfaction and success
};

/// What becomes of lists as long as the browsing model is deep: means over users. The tie bounds
/// are those of the model's luck: its best case has most hits, and fewest of the others.
struct ListShares {
  MetricResult hit;        ///< of a list: rated above the threshold
  MetricResult mishit;     ///< of a list: rated at or below it
  MetricResult not_rated;  ///< of a list: all others
  MetricResult missed;     ///< of what is rated above the threshold: not in the list
};

/// Success in lists of one length N.
struct SuccessPart {
  std::uint32_t items = 0;  ///< N
  double looks = 0;         ///< w_N
  MetricResult precision;   ///< P_N: successes among the first N items (their equation 3)
  MetricResult liking;      ///< mean of rating - threshold over these (their equation 9)
};

/// How much an audience gets out of its lists (Bobrikov, Nenova & Ignatov).
struct Satisfaction {
  /// Mean over users of the sum over items rated above the threshold of
  /// D(rank) * sigma(item) * (rating - threshold) (their equation 15).
  MetricResult satisfaction;
  /// The same with 1 in place of sigma and of the rating (their equation 4): the probability that
  /// an item which was looked at is a success.
  MetricResult success;
  /// Mean of rating - threshold over successes that were looked at: with sigma 1 everywhere,
  /// satisfaction is success times this (their equation 8). Weighted means have no tie bounds: NaN.
  MetricResult liking;
  std::vector<SuccessPart> parts;  ///< for those of `options.parts` that are not beyond the depth
  ListShares shares;
  double head_before = 0;  ///< share of satisfaction that comes from the head where sigma is 1
  double head_after = 0;   ///< and with sigma; NaN where there is no satisfaction
};

/// `ranks` are those of `ratings.items`. Every user with a rating counts, also without a positive
/// one; who has none is skipped. Tied items count in expectation. One pass; the same bits for any
/// number of threads.
///
/// Throws InputError if numbers do not fit together, a penalty is not from 0 to 1 or a part has no
/// item.
Satisfaction satisfaction(const HeldOutRatings& ratings, std::span<const HeldOutRank> ranks,
                          std::span<const std::uint64_t> eligible, const BrowsingModel& browsing,
                          const SatisfactionOptions& options = {});

/// Items that are not masked, by user.
std::vector<std::uint64_t> eligible_items(UserItemsView seen, std::size_t items);

}  // namespace honestrank

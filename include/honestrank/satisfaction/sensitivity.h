#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "honestrank/data/attribute_table.h"
#include "honestrank/data/interactions.h"
#include "honestrank/satisfaction/browsing_model.h"
#include "honestrank/satisfaction/satisfaction.h"

namespace honestrank {

struct SensitivityOptions {
  double threshold = RatingScale{}.threshold;
  double shrink = 100;  ///< of the models that are compared
  double share = 0.2;   ///< of each user's ratings: held out, to choose the head by
  /// Heads are tried as long as this share of the satisfaction is left without them: beyond, there
  /// is little to compare.
  double least_left = 0.1;
  std::uint32_t bootstrap = 100;  ///< samples of users for the interval; each learns anew
  std::uint64_t seed = 42;
  unsigned threads = 0;  ///< 0: all hardware threads
};

/// What the satisfaction gains by knowing a user's segment, where a head counts nothing.
struct SensitivityPoint {
  std::size_t head = 0;      ///< most popular items that count nothing
  double satisfaction = 0;   ///< of a list for everybody
  double increase = 0;       ///< relative to it, mean over the segmentations
  std::vector<double> each;  ///< of every segmentation
};

/// How the size of the head changes what the metric can tell apart (Bobrikov et al., equation 14).
struct SensitivityCurve {
  std::vector<std::string> segmentations;  ///< columns of the table
  std::vector<std::uint64_t> without;    ///< by segmentation: judged users who have no value of it
  std::vector<std::string> left_out;     ///< columns whose values few users share
  std::vector<std::string> constant;     ///< columns that have one value, or none: no segments
  std::vector<SensitivityPoint> points;  ///< for heads of 0, 1, 2, ... items
  std::size_t best = 0;                  ///< the head with the largest increase
  std::size_t low = 0;      ///< 95 % of samples of users have their best head from here
  std::size_t high = 0;     ///< to here
  std::uint64_t users = 0;  ///< with ratings to choose by
};

/// Compares lists for everybody, by P(positive), with lists for segments of users, by
/// P(positive | segment), for heads of every size.
///
/// Everything happens within `train`: a share of each user's ratings is held out, models learn from
/// the others. So what a metric with this head says of other held-out ratings is about data that
/// had no part in the choice. Samples for the interval draw users and held-out ratings anew, and
/// learn anew. The same bits for any number of threads.
///
/// Throws InputError without ratings, for options out of range, a table whose columns are not as
/// long as its ids, users of the table that `train` does not know, where no column divides the
/// users, and where a list for everybody satisfies nobody.
SensitivityCurve fit_short_head(const Interactions& train, const AttributeTable& users,
                                const BrowsingModel& browsing,
                                const SensitivityOptions& options = {});

}  // namespace honestrank

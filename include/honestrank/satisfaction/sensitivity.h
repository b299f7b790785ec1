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
  /// Heads are tried as long as this share of the satisfaction is left without them: beyond, there
  /// is little to compare.
  double least_left = 0.1;
  std::uint32_t bootstrap = 200;  ///< samples of users for the interval
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
  std::vector<std::string> left_out;       ///< columns whose values few users share
  std::vector<SensitivityPoint> points;    ///< for heads of 0, 1, 2, ... items
  std::size_t best = 0;                    ///< the head with the largest increase
  std::size_t low = 0;              ///< 95 % of samples of users have their best head from here
  std::size_t high = 0;             ///< to here
  std::uint64_t users_without = 0;  ///< users with held-out ratings of whom no attribute is known
};

/// Compares lists for everybody, by P(positive), with lists for segments of users, by
/// P(positive | segment), for heads of every size.
///
/// Throws InputError where a model cannot be made, where no column divides the users, and where a
/// list for everybody satisfies nobody.
SensitivityCurve fit_short_head(const Interactions& train, const HeldOutRatings& ratings,
                                const AttributeTable& users, const BrowsingModel& browsing,
                                const SensitivityOptions& options = {});

}  // namespace honestrank

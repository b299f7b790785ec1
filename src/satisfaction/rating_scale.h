#pragma once

#include <algorithm>
#include <span>

#include "honestrank/satisfaction/satisfaction.h"

namespace honestrank::satisfaction_detail {

/// A scale that holds all `ratings`, and the threshold inside.
inline RatingScale scale_around(std::span<const double> ratings, double threshold) {
  RatingScale scale{threshold, threshold + 1, threshold};
  for (const double rating : ratings) {
    scale.lowest = std::min(scale.lowest, rating);
    scale.highest = std::max(scale.highest, rating);
  }
  return scale;
}

}  // namespace honestrank::satisfaction_detail

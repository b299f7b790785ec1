#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "honestrank/rankings/held_out_ranks.h"
#include "honestrank/satisfaction/browsing_model.h"

namespace honestrank::satisfaction_detail {

/// What successes count by where they stand.
class Discounts {
 public:
  explicit Discounts(const BrowsingModel& browsing) : at_(browsing.discounts()) {
    sums_.push_back(0);
    for (const double each : at_) sums_.push_back(sums_.back() + each);
  }

  double at(std::uint64_t rank) const { return rank <= at_.size() ? at_[rank - 1] : 0; }

  /// The mean over the ranks where the item may stand.
  double mean(const HeldOutRank& rank) const {
    if (rank.tied == 1) return at(rank.above + 1);
    return (upto(rank.above + rank.tied) - upto(rank.above)) / static_cast<double>(rank.tied);
  }

 private:
  double upto(std::uint64_t rank) const { return sums_[std::min<std::uint64_t>(rank, at_.size())]; }

  std::vector<double> at_;
  std::vector<double> sums_;  ///< of the first 0, 1, 2, ...
};

}  // namespace honestrank::satisfaction_detail

#pragma once

#include <cstdint>
#include <vector>

#include "honestrank/rankings/user_ranks.h"
#include "honestrank/sampling/sampling_model.h"
#include "sampling/metric_tables.h"

namespace honestrank::sampling {

/// Mean and mean square of a user's sampled metrics, one of each for every metric.
struct SampledMoments {
  std::vector<double> mean;
  std::vector<double> mean_square;
};

/// One user's sampled metrics over all samples that could be drawn.
///
/// The sample is followed from the top of the user's ranking to the bottom: how many of the drawn
/// items stand above a tie group, given how many stand above the last one, is binomial or
/// hypergeometric with what is left, whatever lies further up. So a walk over the tie groups with
/// that number as its state visits every sample with its probability, and carries the first two
/// moments of the metrics along.
class SampledChain {
 public:
  SampledChain(std::size_t metrics, std::uint64_t samples, Replacement replacement)
      : metrics_(metrics), samples_(samples), replacement_(replacement) {}

  /// For a ranking without unranked items or gains that has at least one irrelevant item; `tables`
  /// are for its number of relevant items.
  SampledMoments moments(const UserRanking& ranking, const MetricTables& tables);

  /// Adds the probabilities of the sampled ranks of the user's relevant items to `histogram`, which
  /// has samples + 1 places.
  void add_sampled_ranks(const UserRanking& ranking, std::vector<double>& histogram) const;

 private:
  /// For each number of drawn items so far: its probability, and the probability times the first
  /// two moments of each metric's sum so far.
  struct States {
    std::uint64_t first = 0;
    std::vector<double> probability;
    std::vector<double> moments;  ///< states by metrics by 2
  };

  States start() const;
  void pass(std::uint64_t items);
  void meet(const TieGroup& group, const MetricTables& tables, std::uint64_t found);
  CountDistribution drawn_from(std::uint64_t items, std::uint64_t drawn) const;
  States room_for(std::uint64_t first, std::uint64_t last) const;
  void carry(const States& from, std::size_t state, double share, States& to,
             std::uint64_t drawn) const;
  void add(States& states, std::size_t state, const std::vector<double>& values) const;

  std::size_t metrics_;
  std::uint64_t samples_;
  Replacement replacement_;
  States states_;
  std::uint64_t left_ = 0;  ///< irrelevant items further down
};

}  // namespace honestrank::sampling

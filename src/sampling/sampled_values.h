#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <vector>

#include "honestrank/rankings/user_ranks.h"
#include "honestrank/sampling/sampling_model.h"
#include "sampling/metric_tables.h"

namespace honestrank::sampling {

/// Probabilities of values.
using Values = std::map<double, double>;

/// All values that one user's sampled metric can have: the walk of SampledChain, which carries
/// every value along instead of two moments.
class SampledValues {
 public:
  SampledValues(std::uint64_t samples, Replacement replacement, std::size_t most)
      : samples_(samples), replacement_(replacement), most_(most) {}

  /// For a ranking and tables as SampledChain::moments takes them. Empty: there are more than
  /// `most` values on the way.
  Values values(const UserRanking& ranking, const MetricTables& tables, std::size_t metric);

 private:
  using Worth = std::function<double(std::uint64_t above, std::uint64_t tied)>;

  void pass(std::uint64_t items);
  void meet(const TieGroup& group, const Worth& worth);
  CountDistribution drawn_from(std::uint64_t items, std::uint64_t drawn) const;
  void carry(const Values& from, double share, double worth, Values& to);

  std::uint64_t samples_;
  Replacement replacement_;
  std::size_t most_;
  std::map<std::uint64_t, Values> states_;  ///< by the number of drawn items so far
  bool too_many_ = false;
  std::size_t count_ = 0;   ///< values of all states
  std::uint64_t left_ = 0;  ///< irrelevant items further down
};

}  // namespace honestrank::sampling

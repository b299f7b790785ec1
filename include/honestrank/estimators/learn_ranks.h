#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "honestrank/estimators/estimator.h"
#include "honestrank/estimators/rank_distribution.h"
#include "honestrank/sampling/sampled_ranks.h"

namespace honestrank {

/// Where relevant items stand among all items, as an estimator learnt it from one sample.
struct LearntRanks {
  RankDistribution distribution;
  SampledCounts counts;     ///< what it was learnt from; tied items share a user out
  std::uint64_t users = 0;  ///< who count: with one relevant item, and others to rank it against
};

struct LearnRanksOptions {
  /// The likelihood that is gone by; none: that of the way the samples were drawn.
  std::optional<Replacement> likelihood{};
  unsigned threads = 0;  ///< of several repeats; 0: all hardware threads
};

/// What `estimator`, one that is_distribution, learns from each of several samples of the same
/// users: the distribution whose means are the values of `estimate_repeats`, to the last bit.
///
/// Throws InputError for other estimators, no sample, users with several relevant items, and as
/// estimate_repeats does.
std::vector<LearntRanks> learn_ranks(std::span<const SampledRanks> repeats,
                                     const Estimator& estimator,
                                     const LearnRanksOptions& options = {});

}  // namespace honestrank

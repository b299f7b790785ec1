#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "honestrank/metrics/evaluate.h"
#include "honestrank/metrics/metric.h"
#include "honestrank/rankings/user_ranks.h"
#include "honestrank/sampling/sampling_model.h"

namespace honestrank {

struct ExpectOptions {
  std::uint64_t samples = 100;  ///< irrelevant items that are drawn for each user
  Replacement replacement = Replacement::with;
  unsigned threads = 0;       ///< 0: all hardware threads
  bool distribution = false;  ///< also give the distribution of the sampled rank
  bool per_user = false;      ///< keep each user's mean and variance
};

/// What one metric comes to where a sample stands for all items.
struct ExpectedMetric {
  Metric metric;
  double value = 0;               ///< expectation of the mean over users
  double standard_deviation = 0;  ///< of that mean from one drawing of all samples to the next
  std::uint64_t users = 0;
  std::uint64_t users_skipped = 0;
  std::vector<SkippedUsers> skipped;
  /// One for each entry of the ranks, NaN where skipped; on request. For gauc without weights.
  std::vector<double> user_value;
  std::vector<double> user_variance;
};

struct ExpectedSample {
  std::uint64_t samples = 0;
  std::vector<ExpectedMetric> metrics;  ///< in the order asked for
  /// Share of relevant items with sampled rank 1, 2, ... samples + 1 (their rank among the sampled
  /// items, other relevant items left aside), in expectation; on request.
  std::vector<double> sampled_rank;
};

/// What the sampled metrics of a model are worth, exactly: expectation and standard deviation over
/// all samples that could be drawn, from where its relevant items stand among all items. No sample
/// is drawn.
///
/// Several relevant items of a user are ranked against one sample. Ties count as
/// TiePolicy::expected. Users without an irrelevant item are skipped. Costs some 20 standard
/// deviations of the sampled rank for each relevant item, and their square for each further
/// relevant item of a user.
///
/// Throws InputError as validate and evaluate do; for gains other than 1, relevant items outside
/// the ranking and an unknown number of items; and if more items are to be drawn without
/// replacement than a user has.
ExpectedSample expect_sampled(const UserRanks& ranks, std::span<const Metric> metrics,
                              const ExpectOptions& options = {});

}  // namespace honestrank

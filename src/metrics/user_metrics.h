#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "honestrank/metrics/metric.h"
#include "honestrank/rankings/user_ranks.h"

namespace honestrank::metrics {

/// A metric with what is the same for every user worked out.
struct PreparedMetric {
  explicit PreparedMetric(const Metric& metric);

  MetricKind kind;
  GainKind gain;
  std::uint64_t cutoff;  ///< the largest number there is where the metric has none
  double persistence;
  double relevance_level;
  std::vector<double> powers;  ///< of the persistence; entry i: p^i
};

/// One user's ranking with what every metric asks of it.
struct RankedUser {
  UserRanking ranking;
  std::uint64_t relevant = 0;
  std::span<const double> ideal_gains;  ///< all gains, falling, of which the first `relevant`
                                        ///< count; empty: all are 1
};

/// Why a metric has no value for a user.
enum class Undefined { defined, no_relevant_item, unranked_items, unknown_items, no_irrelevant };
inline constexpr std::size_t kUndefinedReasons = 5;

std::string_view reason(Undefined undefined);

Undefined undefined_for(MetricKind kind, const UserRanking& ranking, std::uint64_t relevant);

/// The expectation of the metric over random orders of tied items. The metric must be defined for
/// the user, and its relevance level already applied. Costs O(1) per tie group or less.
double expected_value(const PreparedMetric& metric, const RankedUser& user);

/// Throws InputError, beginning with `caller`, for a gain that counts and whose exponential or sum
/// would leave the range of a double.
void check_gains(const Metric& metric, std::span<const double> gains, std::string_view caller);

}  // namespace honestrank::metrics

#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "honestrank/metrics/evaluate.h"
#include "metrics/user_metrics.h"

namespace honestrank::metrics {

/// The values of one metric for the users of one block that have one.
struct MetricColumn {
  std::vector<double> value;
  std::vector<double> optimistic;
  std::vector<double> pessimistic;
  std::vector<double> weight;  ///< empty: every user counts the same
  std::array<std::uint64_t, kUndefinedReasons> skipped{};
};

/// What becomes of a column: the mean over users and its spread, mergeable.
///
/// Users may carry weights w; the mean is then sum(w x) / sum(w) and its variance that of a ratio
/// estimator, n/(n-1) * sum(w^2 (x - mean)^2) / sum(w)^2, for which the squared deviations from
/// `squared_mean` are kept. With w = 1 both are the plain mean and its variance.
struct MetricSums {
  MetricSums() = default;
  explicit MetricSums(const MetricColumn& column);

  /// Appends the users of `other`. The order of merging matters to the last bit.
  void merge(const MetricSums& other);

  /// value, standard error, interval, bounds and counts of `result`. The interval stays within what
  /// a mean of the metric can be unless `estimated`: estimates may lie anywhere.
  void write_to(MetricResult& result, bool estimated = false) const;

  std::uint64_t users = 0;
  double weight = 0;
  double mean = 0;
  double optimistic = 0;
  double pessimistic = 0;
  double squared_weight = 0;
  double squared_mean = 0;  ///< mean with weights w^2
  double deviations = 0;    ///< sum of w^2 (x - squared_mean)^2
  std::array<std::uint64_t, kUndefinedReasons> skipped{};
};

}  // namespace honestrank::metrics

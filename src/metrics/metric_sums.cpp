#include "metrics/metric_sums.h"

#include <algorithm>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>

namespace honestrank::metrics {
namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kOutsideInterval = 0.05;

double plain_mean(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

double weighted_mean(const std::vector<double>& values, const std::vector<double>& weights) {
  double sum = 0;
  double weight = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += weights[i] * values[i];
    weight += weights[i];
  }
  return sum / weight;
}

}  // namespace

MetricSums::MetricSums(const MetricColumn& column)
    : users(column.value.size()), skipped(column.skipped) {
  if (users == 0) return;
  if (column.weight.empty()) {
    weight = static_cast<double>(users);
    squared_weight = weight;
    mean = plain_mean(column.value);
    optimistic = plain_mean(column.optimistic);
    pessimistic = plain_mean(column.pessimistic);
    squared_mean = mean;
    for (const double value : column.value) deviations += (value - mean) * (value - mean);
    return;
  }
  std::vector<double> squares;
  squares.reserve(column.weight.size());
  for (const double w : column.weight) {
    weight += w;
    squared_weight += w * w;
    squares.push_back(w * w);
  }
  mean = weighted_mean(column.value, column.weight);
  optimistic = weighted_mean(column.optimistic, column.weight);
  pessimistic = weighted_mean(column.pessimistic, column.weight);
  squared_mean = weighted_mean(column.value, squares);
  for (std::size_t i = 0; i < users; ++i) {
    const double deviation = column.value[i] - squared_mean;
    deviations += squares[i] * (deviation * deviation);
  }
}

void MetricSums::merge(const MetricSums& other) {
  for (std::size_t i = 0; i < skipped.size(); ++i) skipped[i] += other.skipped[i];
  if (other.users == 0) return;

  const double share = other.weight / (weight + other.weight);
  mean += (other.mean - mean) * share;
  optimistic += (other.optimistic - optimistic) * share;
  pessimistic += (other.pessimistic - pessimistic) * share;

  const double squared_share = other.squared_weight / (squared_weight + other.squared_weight);
  const double distance = other.squared_mean - squared_mean;
  deviations += other.deviations + distance * distance * squared_weight * squared_share;
  squared_mean += distance * squared_share;

  users += other.users;
  weight += other.weight;
  squared_weight += other.squared_weight;
}

void MetricSums::write_to(MetricResult& result, bool estimated) const {
  result.users = users;
  for (std::size_t i = 1; i < skipped.size(); ++i) {
    if (skipped[i] == 0) continue;
    result.users_skipped += skipped[i];
    result.skipped.push_back({std::string(reason(static_cast<Undefined>(i))), skipped[i]});
  }
  result.value = users > 0 ? mean : kNan;
  result.optimistic = users > 0 ? optimistic : kNan;
  result.pessimistic = users > 0 ? pessimistic : kNan;
  result.standard_error = result.low = result.high = kNan;
  if (users < 2) return;

  const double freedom = static_cast<double>(users) - 1;
  const double distance = mean - squared_mean;
  const double about_mean = deviations + squared_weight * distance * distance;
  result.standard_error = std::sqrt(static_cast<double>(users) / freedom * about_mean) / weight;
  const double quantile = boost::math::quantile(
      boost::math::complement(boost::math::students_t(freedom), kOutsideInterval / 2));
  if (estimated) {
    result.low = mean - quantile * result.standard_error;
    result.high = mean + quantile * result.standard_error;
    return;
  }
  // What no mean can be is no part of the interval.
  const double most =
      result.metric.kind == MetricKind::dcg ? std::numeric_limits<double>::infinity() : 1.0;
  result.low = std::max(0.0, mean - quantile * result.standard_error);
  result.high = std::min(most, mean + quantile * result.standard_error);
}

}  // namespace honestrank::metrics

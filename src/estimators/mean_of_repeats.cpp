#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "estimators/bootstrap.h"
#include "honestrank/estimators/estimate.h"
#include "metrics/metric_sums.h"

namespace honestrank {
namespace {

/// The mean of a number over repeats.
template <typename Number>
double mean_over(std::span<const std::vector<MetricEstimate>> repeats, const Number& number,
                 std::size_t place) {
  double sum = 0;
  for (const auto& one : repeats) sum += number(one[place]);
  return sum / static_cast<double>(repeats.size());
}

/// Of values of the same number of users; NaN stays NaN.
std::vector<double> mean_values(std::span<const std::vector<MetricEstimate>> repeats,
                                std::size_t place) {
  std::vector<double> mean(repeats[0][place].result.per_user.size());
  for (std::size_t user = 0; user < mean.size(); ++user) {
    mean[user] = mean_over(
        repeats, [&](const MetricEstimate& one) { return one.result.per_user[user]; }, place);
  }
  return mean;
}

/// Of one repeat; of at least two.
double variance_of_repeats(std::span<const std::vector<MetricEstimate>> repeats, std::size_t place,
                           double mean) {
  const double spread = mean_over(
      repeats,
      [&](const MetricEstimate& one) {
        const double distance = one.result.value - mean;
        return distance * distance;
      },
      place);
  const auto count = static_cast<double>(repeats.size());
  return spread * count / (count - 1);
}

void describe_spread(std::span<const std::vector<MetricEstimate>> repeats, std::size_t place,
                     MetricEstimate& mean) {
  const double variance = variance_of_repeats(repeats, place, mean.result.value);
  mean.diagnostics.push_back(fmt::format("mean of {} samples, whose standard deviation is {:.5f}",
                                         repeats.size(), std::sqrt(variance)));
}

/// What the first repeat does not say and another one does.
void keep_not_converged(const MetricEstimate& repeat, MetricEstimate& mean) {
  for (const std::string& text : repeat.diagnostics) {
    const auto& known = mean.diagnostics;
    if (text.starts_with("not converged") &&
        std::find(known.begin(), known.end(), text) == known.end()) {
      mean.diagnostics.push_back(text);
    }
  }
}

MetricEstimate mean_estimate(std::span<const std::vector<MetricEstimate>> repeats,
                             std::size_t place, const UserRanks& ranks,
                             const EstimateOptions& options) {
  MetricEstimate mean = repeats[0][place];
  const auto average = [&](const auto& number) { return mean_over(repeats, number, place); };
  for (const auto& repeat : repeats) keep_not_converged(repeat[place], mean);
  if (mean.estimator.is_learnt()) {
    mean.result.value = average([](const auto& one) { return one.result.value; });
    mean.result.optimistic = average([](const auto& one) { return one.result.optimistic; });
    mean.result.pessimistic = average([](const auto& one) { return one.result.pessimistic; });
    // All repeats have learnt anew from the same samples of users.
    for (std::size_t draw = 0; draw < mean.resampled.size(); ++draw) {
      mean.resampled[draw] = average([&](const auto& one) { return one.resampled[draw]; });
    }
    estimators::set_error(estimators::standard_deviation(mean.resampled), mean.result);
    describe_spread(repeats, place, mean);
    return mean;
  }
  mean.result.per_user = mean_values(repeats, place);
  metrics::MetricColumn column;
  for (std::size_t user = 0; user < mean.result.per_user.size(); ++user) {
    const double value = mean.result.per_user[user];
    if (std::isnan(value)) continue;
    column.value.push_back(value);
    if (mean.result.metric.kind == MetricKind::gauc) {
      column.weight.push_back(static_cast<double>(ranks[user].relevant()));
    }
  }
  column.optimistic = column.pessimistic = column.value;
  const std::uint64_t skipped = mean.result.users_skipped;
  const auto reasons = mean.result.skipped;
  metrics::MetricSums(column).write_to(mean.result, mean.estimator.kind != EstimatorKind::naive);
  mean.result.users_skipped = skipped;
  mean.result.skipped = reasons;
  if (options.bootstrap > 0) {
    std::vector<double> weights;
    for (std::size_t user = 0; !column.weight.empty() && user < ranks.size(); ++user) {
      weights.push_back(static_cast<double>(ranks[user].relevant()));
    }
    estimators::set_bootstrap_interval(mean.result.per_user, weights, options.bootstrap,
                                       options.seed, options.threads, mean.result);
  }
  mean.result.optimistic = average([](const auto& one) { return one.result.optimistic; });
  mean.result.pessimistic = average([](const auto& one) { return one.result.pessimistic; });
  mean.users_outside = average([](const auto& one) { return one.users_outside; });
  describe_spread(repeats, place, mean);
  return mean;
}

}  // namespace

std::vector<MetricEstimate> mean_of_repeats(std::span<const std::vector<MetricEstimate>> repeats,
                                            const UserRanks& ranks,
                                            const EstimateOptions& options) {
  std::vector<MetricEstimate> means;
  for (std::size_t place = 0; !repeats.empty() && place < repeats[0].size(); ++place) {
    means.push_back(mean_estimate(repeats, place, ranks, options));
  }
  return means;
}

}  // namespace honestrank

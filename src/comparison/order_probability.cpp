#include "honestrank/comparison/order_probability.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <limits>

#include "comparison/multiplied_means.h"
#include "comparison/resampled_means.h"
#include "comparison/resampling_check.h"
#include "comparison/rounding.h"
#include "honestrank/base/error.h"
#include "honestrank/base/random.h"

namespace honestrank {
namespace {

/// Adds the models with the largest of `means`, but for rounding, to `wins`, in equal shares.
void add_winner(std::span<const double> means, std::vector<double>& wins) {
  const double largest = *std::max_element(means.begin(), means.end());
  const auto wins_here = [&](double mean) { return comparison::are_equal(largest, mean); };
  const auto winners = std::count_if(means.begin(), means.end(), wins_here);
  for (std::size_t model = 0; model < means.size(); ++model) {
    if (wins_here(means[model])) wins[model] += 1 / static_cast<double>(winners);
  }
}

/// The values of a user together, users without all of them left out.
std::vector<double> complete_rows(std::span<const std::vector<double>> values) {
  std::vector<double> rows;
  for (std::size_t user = 0; user < values[0].size(); ++user) {
    const bool complete =
        std::none_of(values.begin(), values.end(),
                     [&](const std::vector<double>& model) { return std::isnan(model[user]); });
    for (std::size_t model = 0; complete && model < values.size(); ++model) {
      rows.push_back(values[model][user]);
    }
  }
  return rows;
}

}  // namespace

double order_probability(double difference, double standard_error) {
  if (standard_error == 0) return difference > 0 ? 1 : difference < 0 ? 0 : 0.5;
  if (std::isnan(difference) || std::isnan(standard_error)) {
    return std::numeric_limits<double>::quiet_NaN();
  }
  return boost::math::cdf(boost::math::normal(), difference / standard_error);
}

double order_probability(const ExpectedMetric& first, const ExpectedMetric& second) {
  const bool equal = comparison::are_equal(first.value, second.value);
  return order_probability(equal ? 0 : first.value - second.value,
                           std::hypot(first.standard_deviation, second.standard_deviation));
}

std::vector<double> order_over_repeats(std::span<const MetricValues> first,
                                       std::span<const MetricValues> second) {
  if (first.empty() || first.size() != second.size()) {
    throw InputError(fmt::format(
        "order_over_repeats: expected as many repeats of both models, at least one; got {} and {}",
        first.size(), second.size()));
  }
  std::vector<double> shares(first[0].size());
  for (std::size_t repeat = 0; repeat < first.size(); ++repeat) {
    for (const MetricValues* values : {&first[repeat], &second[repeat]}) {
      if (values->size() == shares.size()) continue;
      throw InputError(fmt::format("order_over_repeats: expected values of {} metrics; got {}",
                                   shares.size(), values->size()));
    }
    for (std::size_t metric = 0; metric < shares.size(); ++metric) {
      const double one = first[repeat][metric];
      const double other = second[repeat][metric];
      shares[metric] += one > other ? 1 : one == other ? 0.5 : 0;
    }
  }
  for (double& share : shares) share /= static_cast<double>(first.size());
  return shares;
}

std::vector<double> winner_probabilities(std::span<const std::vector<double>> values,
                                         const ResamplingOptions& options) {
  comparison::require_resamples(options, "winner_probabilities");
  if (values.empty()) throw InputError("winner_probabilities: expected a model; got none");
  for (const std::vector<double>& model : values) {
    if (model.size() == values[0].size()) continue;
    throw InputError(
        fmt::format("winner_probabilities: expected values of the same users; got {} and {}",
                    values[0].size(), model.size()));
  }
  const std::size_t models = values.size();
  const std::vector<double> rows = complete_rows(values);
  if (rows.empty()) {
    return std::vector<double>(models, std::numeric_limits<double>::quiet_NaN());
  }
  constexpr std::size_t kManyUsers = 65536;
  const bool many = rows.size() / models > kManyUsers;
  const std::vector<double> means = many ? comparison::multiplied_means(rows, models, options)
                                         : comparison::resampled_means(rows, models, options);
  std::vector<double> wins(models);
  for (std::size_t i = 0; i < options.resamples; ++i) {
    add_winner(std::span(means).subspan(i * models, models), wins);
  }
  for (double& each : wins) each /= options.resamples;
  return wins;
}

std::vector<double> winner_probabilities(std::span<const ExpectedMetric> metrics,
                                         const ResamplingOptions& options) {
  comparison::require_resamples(options, "winner_probabilities");
  if (metrics.empty()) throw InputError("winner_probabilities: expected a model; got none");
  if (metrics.size() == 2) {
    const double first = order_probability(metrics[0], metrics[1]);
    return {first, 1 - first};
  }
  constexpr std::uint32_t kStream = 0x77696e73;
  const CounterRandom random(options.seed, kStream);
  std::vector<double> drawn(metrics.size());
  std::vector<double> wins(metrics.size());
  for (std::uint32_t i = 0; i < options.resamples; ++i) {
    for (std::size_t model = 0; model < metrics.size(); ++model) {
      drawn[model] =
          metrics[model].value + metrics[model].standard_deviation * random.normal(model, i);
    }
    add_winner(drawn, wins);
  }
  for (double& each : wins) each /= options.resamples;
  return wins;
}

}  // namespace honestrank

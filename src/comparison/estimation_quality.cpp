#include "honestrank/comparison/estimation_quality.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "honestrank/base/error.h"

namespace honestrank {
namespace {

void require_values(const MetricValues& values, std::size_t metrics, const char* caller) {
  if (values.size() != metrics) {
    throw InputError(
        fmt::format("{}: expected values of {} metrics; got {}", caller, metrics, values.size()));
  }
  const auto wrong = std::find_if_not(values.begin(), values.end(),
                                      [](double value) { return std::isfinite(value); });
  if (wrong != values.end()) {
    throw InputError(fmt::format("{}: expected finite values; got {} for metric {}", caller, *wrong,
                                 wrong - values.begin() + 1));
  }
}

void require_some(std::size_t count, const char* what, const char* caller) {
  if (count == 0) throw InputError(fmt::format("{}: expected a {}; got none", caller, what));
}

/// The share of right ones among the models whose estimate is the largest.
double share_of_right(std::span<const std::vector<MetricValues>> estimates, std::size_t repeat,
                      std::size_t metric, const std::vector<bool>& is_best) {
  double largest = -std::numeric_limits<double>::infinity();
  for (const auto& model : estimates) largest = std::max(largest, model[repeat][metric]);
  double found = 0;
  double right = 0;
  for (std::size_t model = 0; model < estimates.size(); ++model) {
    if (estimates[model][repeat][metric] != largest) continue;
    ++found;
    if (is_best[model]) ++right;
  }
  return right / found;
}

}  // namespace

MeanOverRepeats relative_error(std::span<const MetricValues> repeats, const MetricValues& truth) {
  constexpr const char* kCaller = "relative_error";
  require_some(repeats.size(), "repeat", kCaller);
  require_some(truth.size(), "metric", kCaller);
  require_values(truth, truth.size(), kCaller);
  if (const auto least = std::min_element(truth.begin(), truth.end()); !(*least > 0)) {
    throw InputError(fmt::format("{}: expected a truth above 0; got {} for metric {}", kCaller,
                                 *least, least - truth.begin() + 1));
  }
  std::vector<double> errors;
  for (const MetricValues& values : repeats) {
    require_values(values, truth.size(), kCaller);
    double sum = 0;
    for (std::size_t i = 0; i < truth.size(); ++i) sum += std::abs(values[i] - truth[i]) / truth[i];
    errors.push_back(sum / static_cast<double>(truth.size()));
  }
  const auto count = static_cast<double>(errors.size());
  MeanOverRepeats result;
  for (const double error : errors) result.mean += error / count;
  double squares = 0;
  for (const double error : errors) squares += (error - result.mean) * (error - result.mean);
  result.standard_error = errors.size() < 2 ? std::numeric_limits<double>::quiet_NaN()
                                            : std::sqrt(squares / (count - 1) / count);
  return result;
}

std::vector<double> right_winners(std::span<const std::vector<MetricValues>> estimates,
                                  std::span<const MetricValues> truth) {
  constexpr const char* kCaller = "right_winners";
  if (truth.size() < 2) {
    throw InputError(
        fmt::format("{}: expected at least two models; got {}", kCaller, truth.size()));
  }
  if (estimates.size() != truth.size()) {
    throw InputError(fmt::format("{}: expected estimates of {} models; got {}", kCaller,
                                 truth.size(), estimates.size()));
  }
  const std::size_t repeats = estimates[0].size();
  const std::size_t metrics = truth[0].size();
  require_some(repeats, "repeat", kCaller);
  require_some(metrics, "metric", kCaller);
  for (const MetricValues& values : truth) require_values(values, metrics, kCaller);
  for (const auto& model : estimates) {
    if (model.size() != repeats) {
      throw InputError(fmt::format("{}: expected {} repeats of each model; got {}", kCaller,
                                   repeats, model.size()));
    }
    for (const MetricValues& values : model) require_values(values, metrics, kCaller);
  }
  std::vector<double> shares(metrics);
  for (std::size_t metric = 0; metric < metrics; ++metric) {
    double best = -std::numeric_limits<double>::infinity();
    for (const MetricValues& values : truth) best = std::max(best, values[metric]);
    std::vector<bool> is_best;
    for (const MetricValues& values : truth) is_best.push_back(values[metric] == best);
    for (std::size_t repeat = 0; repeat < repeats; ++repeat) {
      shares[metric] += share_of_right(estimates, repeat, metric, is_best);
    }
    shares[metric] /= static_cast<double>(repeats);
  }
  return shares;
}

}  // namespace honestrank

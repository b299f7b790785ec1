#include "estimators/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "honestrank/base/parallel.h"
#include "honestrank/base/random.h"

namespace honestrank::estimators {
namespace {

constexpr std::uint32_t kBootstrapStream = 0x626f6f74;

/// The value below which a share of the sorted values lies.
double quantile(const std::vector<double>& sorted, double share) {
  const double place = share * (static_cast<double>(sorted.size()) - 1);
  const auto below = static_cast<std::size_t>(place);
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (place - static_cast<double>(below)) * (sorted[above] - sorted[below]);
}

}  // namespace

double standard_deviation(std::span<const double> values) {
  if (values.size() < 2) return std::numeric_limits<double>::quiet_NaN();
  const auto count = static_cast<double>(values.size());
  double mean = 0;
  for (const double each : values) mean += each / count;
  double squares = 0;
  for (const double each : values) squares += (each - mean) * (each - mean);
  return std::sqrt(squares / (count - 1));
}

void set_error(double standard_error, MetricResult& result) {
  constexpr double kNormalQuantile = 1.959963984540054;
  result.standard_error = standard_error;
  result.low = result.value - kNormalQuantile * standard_error;
  result.high = result.value + kNormalQuantile * standard_error;
}

void set_bootstrap_interval(std::span<const double> values, std::span<const double> weights,
                            std::uint32_t draws, std::uint64_t seed, unsigned threads,
                            MetricResult& result) {
  std::vector<std::size_t> users;
  for (std::size_t user = 0; user < values.size(); ++user) {
    if (!std::isnan(values[user])) users.push_back(user);
  }
  if (users.size() < 2 || draws < 2) return;
  const CounterRandom random(seed, kBootstrapStream);
  std::vector<double> means(draws);
  parallel_for(draws, 1, threads, [&](const Block& block) {
    double sum = 0;
    double weight = 0;
    for (std::size_t i = 0; i < users.size(); ++i) {
      const std::size_t user =
          users[random.below(users.size(), i, static_cast<std::uint32_t>(block.begin))];
      const double own = weights.empty() ? 1 : weights[user];
      sum += own * values[user];
      weight += own;
    }
    means[block.begin] = sum / weight;
  });
  result.standard_error = standard_deviation(means);
  std::sort(means.begin(), means.end());
  result.low = quantile(means, 0.025);
  result.high = quantile(means, 0.975);
}

}  // namespace honestrank::estimators

#include "comparison/plan_moments.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "honestrank/base/error.h"
#include "honestrank/metrics/evaluate.h"

namespace honestrank::comparison {
namespace {

double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double each : values) sum += each;
  return sum / static_cast<double>(values.size());
}

double covariance_of(const std::vector<double>& one, const std::vector<double>& other) {
  const double mean_one = mean_of(one);
  const double mean_other = mean_of(other);
  double sum = 0;
  for (std::size_t i = 0; i < one.size(); ++i) sum += (one[i] - mean_one) * (other[i] - mean_other);
  return sum / (static_cast<double>(one.size()) - 1);
}

/// Of the mean of the values.
double error_of(const std::vector<double>& values) {
  return std::sqrt(covariance_of(values, values) / static_cast<double>(values.size()));
}

/// Value and variance of users who have one.
struct Users {
  std::vector<double> value;
  std::vector<double> bias;
  std::vector<double> variance;
  std::vector<double> exact;
};

void set_user_variance(const std::vector<double>& exact, Moments& moments) {
  const double mean = mean_of(exact);
  std::vector<double> squares;
  for (const double each : exact) squares.push_back((each - mean) * (each - mean));
  moments.user_variance = covariance_of(exact, exact);
  moments.user_variance_error = error_of(squares);
}

}  // namespace

double Moments::square_limit(double users, double quantile) const {
  // The error of bias^2 + variance / users, to first order, and the second order of bias^2, which
  // counts where the bias is small.
  const double first = 4 * bias * bias * bias_error * bias_error +
                       variance_error * variance_error / (users * users) +
                       4 * bias * covariance / users;
  const double second = 2 * std::pow(bias_error, 4);
  return bias * bias + variance / users + quantile * std::sqrt(std::max(0.0, first) + second);
}

double Moments::bias_square_limit(double quantile) const {
  return bias * bias + quantile * std::sqrt(4 * bias * bias * bias_error * bias_error +
                                            2 * std::pow(bias_error, 4));
}

double Moments::variance_limit(double quantile) const {
  return variance + quantile * variance_error;
}

double Moments::user_variance_limit(double quantile) const {
  return user_variance + quantile * user_variance_error;
}

PlanPilot::PlanPilot(std::span<const UserRanks> models, const char* caller) : models_(models) {
  constexpr std::size_t kLeast = 10;
  for (const UserRanks& model : models) {
    validate(model);
    if (model.size() < kLeast) {
      throw InputError(fmt::format("{}: expected a pilot of at least {} users; got {}", caller,
                                   kLeast, model.size()));
    }
    if (model.size() != models[0].size()) {
      throw InputError(fmt::format("{}: expected pilots of the same users; got {} and {}", caller,
                                   models[0].size(), model.size()));
    }
  }
  least_irrelevant_ = std::numeric_limits<std::uint64_t>::max();
  double items = 0;
  for (std::size_t entry = 0; entry < models[0].size(); ++entry) {
    const UserRanking ranking = models[0][entry];
    items += static_cast<double>(ranking.items);
    const std::uint64_t irrelevant = ranking.items - std::min(ranking.items, ranking.relevant());
    if (irrelevant != 0) least_irrelevant_ = std::min(least_irrelevant_, irrelevant);
  }
  mean_items_ = items / static_cast<double>(models[0].size());
  if (least_irrelevant_ == std::numeric_limits<std::uint64_t>::max()) {
    throw InputError(fmt::format("{}: expected users with irrelevant items; got none", caller));
  }
}

std::vector<double> PlanPilot::exact_values(const Metric& metric) const {
  std::vector<double> values;
  for (std::size_t model = 0; model < models_.size(); ++model) {
    const auto own = evaluate(models_[model], {&metric, 1}, {.per_user = true}).results[0].per_user;
    if (model == 0) {
      values = own;
    } else {
      for (std::size_t user = 0; user < own.size(); ++user) values[user] -= own[user];
    }
  }
  return values;
}

Moments PlanPilot::exact(const Metric& metric) const {
  std::vector<double> values = exact_values(metric);
  std::erase_if(values, [](double value) { return std::isnan(value); });
  if (values.size() < 2) {
    throw InputError(
        fmt::format("plan: expected users with a value of {}; got {}", metric.name, values.size()));
  }
  Moments moments;
  moments.value = mean_of(values);
  moments.value_error = error_of(values);
  set_user_variance(values, moments);
  return moments;
}

Moments PlanPilot::sampled(const Metric& metric, const Estimator& estimator, std::uint64_t samples,
                           const PlanOptions& options) const {
  const ExpectOptions expect{.samples = samples,
                             .replacement = options.replacement,
                             .threads = options.threads,
                             .distribution = false,
                             .per_user = true};
  const std::vector<double> exact = exact_values(metric);
  std::vector<double> value(exact.size());
  std::vector<double> variance(exact.size());
  for (std::size_t model = 0; model < models_.size(); ++model) {
    const ExpectedMetric expected = expect_estimates(models_[model], {&metric, 1}, {&estimator, 1},
                                                     expect, options.correction)[0];
    for (std::size_t user = 0; user < exact.size(); ++user) {
      value[user] += (model == 0 ? 1 : -1) * expected.user_value[user];
      variance[user] += expected.user_variance[user];
    }
  }
  Users users;
  for (std::size_t user = 0; user < exact.size(); ++user) {
    if (std::isnan(exact[user]) || std::isnan(value[user])) continue;
    users.exact.push_back(exact[user]);
    users.value.push_back(value[user]);
    users.bias.push_back(value[user] - exact[user]);
    users.variance.push_back(variance[user]);
  }
  if (users.value.size() < 2) {
    throw InputError(fmt::format("plan: expected users with a value of {}; got {}", metric.name,
                                 users.value.size()));
  }
  Moments moments;
  moments.value = mean_of(users.value);
  moments.value_error = error_of(users.value);
  moments.bias = mean_of(users.bias);
  moments.bias_error = error_of(users.bias);
  moments.variance = mean_of(users.variance);
  moments.variance_error = error_of(users.variance);
  moments.covariance =
      covariance_of(users.bias, users.variance) / static_cast<double>(users.value.size());
  // What a user adds to the error is the spread of what is estimated.
  set_user_variance(users.value, moments);
  return moments;
}

}  // namespace honestrank::comparison

#include "comparison/plan_moments.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "comparison/rounding.h"
#include "estimators/correction_tables.h"
#include "honestrank/base/error.h"
#include "honestrank/metrics/evaluate.h"
#include "sampling/sampled_values.h"

namespace honestrank::comparison {

/// Value and variance of users who have one.
struct PlanPilot::Users {
  std::vector<std::size_t> entry;
  std::vector<double> value;
  std::vector<double> bias;
  std::vector<double> variance;
};

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

void set_user_variance(const std::vector<double>& exact, Moments& moments) {
  const double mean = mean_of(exact);
  std::vector<double> squares;
  for (const double each : exact) squares.push_back((each - mean) * (each - mean));
  moments.user_variance = covariance_of(exact, exact);
  moments.user_variance_error = error_of(squares);
}

void set_differing(const std::vector<double>& probability, Moments& moments) {
  if (probability.size() < 2) return;
  moments.differing = mean_of(probability);
  moments.differing_error = error_of(probability);
}

/// 0 where two numbers are equal but for rounding.
double difference(double first, double second) {
  return are_equal(first, second) ? 0 : first - second;
}

/// How likely two numbers with these distributions, each drawn on its own, differ.
double probability_of_difference(const sampling::Values& first, const sampling::Values& second) {
  double equal = 0;
  auto from = second.begin();
  for (const auto& [value, probability] : first) {
    while (from != second.end() && from->first < value && !are_equal(from->first, value)) ++from;
    for (auto same = from; same != second.end() && are_equal(same->first, value); ++same) {
      equal += probability * same->second;
    }
  }
  return std::max(0.0, 1 - equal);
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

double Moments::differing_limit(double quantile) const {
  return std::max(0.0, differing - quantile * differing_error);
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
      for (std::size_t user = 0; user < own.size(); ++user) {
        values[user] = difference(values[user], own[user]);
      }
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
  std::vector<double> differs;
  for (const double each : values) differs.push_back(each == 0 ? 0 : 1);
  set_differing(differs, moments);
  return moments;
}

std::vector<double> PlanPilot::differing(const Users& known, const Metric& metric,
                                         const Estimator& estimator, std::uint64_t samples,
                                         const PlanOptions& options) const {
  constexpr std::size_t kUsers = 200;
  constexpr std::size_t kMostValues = 100'000;  // of one relevant item: samples + 1 at most
  std::vector<estimators::CorrectionTables> tables;
  for (const UserRanks& model : models_) {
    estimators::Crowd crowd{model.items, {}};
    for (std::size_t entry = 0; entry < model.size(); ++entry) {
      crowd.relevant.push_back(model[entry].relevant());
    }
    tables.emplace_back(std::span(&metric, 1), std::span(&estimator, 1), crowd, samples,
                        options.replacement, options.correction, options.threads, "plan_order");
  }
  sampling::SampledValues walk(samples, options.replacement, kMostValues);
  std::vector<double> differs;
  const std::size_t all = known.entry.size();
  for (std::size_t i = 0; i < std::min(kUsers, all); ++i) {
    const std::size_t user = all <= kUsers ? i : i * all / kUsers;
    const std::size_t entry = known.entry[user];
    std::array<sampling::Values, 2> values;
    for (std::size_t model = 0; model < values.size(); ++model) {
      const UserRanking ranking = models_[model][entry];
      if (ranking.relevant() != 1) continue;
      values[model] = walk.values(ranking, tables[model].of(entry).tables, 0);
    }
    if (!values[0].empty() && !values[1].empty()) {
      differs.push_back(probability_of_difference(values[0], values[1]));
      continue;
    }
    // Several relevant items have too many values to follow. By Cauchy and Schwarz it is no less.
    const double square = known.value[user] * known.value[user];
    differs.push_back(square == 0 ? 0 : square / (square + known.variance[user]));
  }
  return differs;
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
      value[user] = model == 0 ? expected.user_value[user]
                               : difference(value[user], expected.user_value[user]);
      variance[user] += expected.user_variance[user];
    }
  }
  Users users;
  for (std::size_t user = 0; user < exact.size(); ++user) {
    if (std::isnan(exact[user]) || std::isnan(value[user])) continue;
    users.entry.push_back(user);
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
  if (models_.size() == 2) {
    set_differing(differing(users, metric, estimator, samples, options), moments);
  }
  return moments;
}

}  // namespace honestrank::comparison

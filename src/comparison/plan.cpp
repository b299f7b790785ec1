#include "honestrank/comparison/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>

#include "comparison/plan_moments.h"
#include "honestrank/base/error.h"
#include "honestrank/comparison/order_probability.h"

namespace honestrank {
namespace {

using comparison::Moments;
using comparison::PlanPilot;

double normal_quantile(double share) { return boost::math::quantile(boost::math::normal(), share); }

std::uint64_t rounded_up(double number, std::uint64_t most) {
  if (!(number < static_cast<double>(most))) return most;
  return std::max<std::uint64_t>(2, static_cast<std::uint64_t>(std::ceil(number)));
}

/// The number of samples to look at next. Small steps: the error of a correction may rise and fall
/// again, and fewer samples than the first that are found may do.
std::uint64_t next_size(std::uint64_t samples) {
  constexpr std::uint64_t kPart = 4;
  return samples + std::max<std::uint64_t>(1, samples / kPart);
}

/// What is wanted of one metric, and what users cost it.
class Aim {
 public:
  virtual ~Aim() = default;
  /// Whether samples with these moments do, for all users.
  virtual bool is_met(const Moments& moments) const = 0;
  /// How many users have to be drawn; none: all of them are too few.
  virtual std::optional<std::uint64_t> users_for(const Moments& moments) const = 0;
  virtual void describe(const Moments& moments, PlannedWay& way) const = 0;
};

/// Variance of a mean over users drawn without replacement from those that there are.
double variance_of_drawn_users(double variance, std::uint64_t drawn, std::uint64_t all) {
  return variance * (1 / static_cast<double>(drawn) - 1 / static_cast<double>(all));
}

class ErrorAim : public Aim {
 public:
  ErrorAim(double error, std::uint64_t users, double quantile)
      : square_(error * error), users_(users), quantile_(quantile) {}

  bool is_met(const Moments& moments) const override {
    return moments.square_limit(static_cast<double>(users_), quantile_) <= square_;
  }
  std::optional<std::uint64_t> users_for(const Moments& moments) const override {
    const double bias = moments.bias_square_limit(quantile_);
    const double drawn = moments.variance_limit(quantile_);
    const double spread = moments.user_variance_limit(quantile_);
    const double left = square_ - bias + spread / static_cast<double>(users_);
    if (!(left > 0) || (spread + drawn) / left > static_cast<double>(users_)) return {};
    return rounded_up((spread + drawn) / left, users_);
  }
  void describe(const Moments& moments, PlannedWay& way) const override {
    way.bias = moments.bias;
    way.standard_error =
        std::sqrt(moments.variance / static_cast<double>(way.users) +
                  variance_of_drawn_users(moments.user_variance, way.users, users_));
    way.error = std::hypot(way.bias, way.standard_error);
    way.right_probability = std::numeric_limits<double>::quiet_NaN();
  }

 private:
  double square_;
  std::uint64_t users_;
  double quantile_;
};

class OrderAim : public Aim {
 public:
  OrderAim(double probability, std::uint64_t users, double quantile, double difference)
      : deviations_(normal_quantile(probability)),
        certain_deviations_(std::sqrt(probability / (1 - probability))),
        users_(users),
        quantile_(quantile),
        sign_(difference < 0 ? -1 : 1) {}

  bool is_met(const Moments& moments) const override {
    const double difference = sure_difference(moments);
    if (!(difference > 0)) return false;
    const double variance = moments.variance_limit(quantile_);
    return enough(moments, [&](double deviations) {
             return deviations * deviations * variance / (difference * difference);
           }) <= static_cast<double>(users_);
  }
  std::optional<std::uint64_t> users_for(const Moments& moments) const override {
    const double difference = sure_difference(moments);
    if (!(difference > 0)) return {};
    const double spread = moments.user_variance_limit(quantile_);
    const double needed = enough(moments, [&](double deviations) {
      const double share = difference / deviations;
      return (spread + moments.variance_limit(quantile_)) /
             (share * share + spread / static_cast<double>(users_));
    });
    if (needed > static_cast<double>(users_)) return {};
    return rounded_up(needed, users_);
  }
  void describe(const Moments& moments, PlannedWay& way) const override {
    way.bias = moments.bias;
    way.standard_error =
        std::sqrt(moments.variance / static_cast<double>(way.users) +
                  variance_of_drawn_users(moments.user_variance, way.users, users_));
    way.error = std::hypot(way.bias, way.standard_error);
    way.right_probability = order_probability(sign_ * moments.value, way.standard_error);
  }

 private:
  /// The expected difference, less what the pilot leaves open, in the direction over all items.
  double sure_difference(const Moments& moments) const {
    return sign_ * moments.value - quantile_ * moments.value_error;
  }

  /// How many users do, where `needed` says how many keep the mean so many standard deviations off
  /// 0. The mean of few users who differ is not normal, and 0 where nobody does. Where fewer than
  /// 30 are to be expected it takes as many as do whatever the distribution is (Cantelli's
  /// inequality).
  template <typename Needed>
  double enough(const Moments& moments, const Needed& needed) const {
    constexpr double kDiffering = 30;
    const double differing = moments.differing_limit(quantile_);
    const double many =
        differing > 0 ? kDiffering / differing : std::numeric_limits<double>::infinity();
    return std::max(needed(deviations_), std::min(many, needed(certain_deviations_)));
  }

  double deviations_;
  double certain_deviations_;
  std::uint64_t users_;
  double quantile_;
  double sign_;
};

/// The ways of one metric.
class Planner {
 public:
  Planner(const PlanPilot& pilot, const PlanOptions& options, std::uint64_t users)
      : pilot_(pilot), options_(options), users_(users) {
    const double items = pilot.mean_items();
    const double even = items * options.cost.exact / options.cost.sampled;
    constexpr double kBeyond = 4;
    constexpr double kLeast = 64;
    most_ = std::min({options.most_samples, pilot.least_irrelevant(),
                      static_cast<std::uint64_t>(std::max(kLeast, kBeyond * even))});
  }

  MetricPlan plan(const Metric& metric, std::span<const Estimator> estimators, const Aim& aim,
                  double value) const {
    MetricPlan plan{metric, value, {}, true};
    add_exact(metric, aim, plan);
    for (const Estimator& estimator : estimators) add_sampled(metric, estimator, aim, plan);
    std::stable_sort(plan.ways.begin(), plan.ways.end(),
                     [](const PlannedWay& a, const PlannedWay& b) {
                       return a.reached != b.reached ? a.reached : a.seconds < b.seconds;
                     });
    const double everything = exact_seconds(users_);
    for (const PlannedWay& way : plan.ways) {
      const bool samples = way.estimator != "exact";
      if (samples && way.reached && way.seconds < everything) plan.rank_everything = false;
    }
    return plan;
  }

 private:
  double exact_seconds(std::uint64_t users) const {
    return static_cast<double>(users) * pilot_.mean_items() * options_.cost.exact *
           static_cast<double>(pilot_.models());
  }
  double sampled_seconds(std::uint64_t users, std::uint64_t samples) const {
    return static_cast<double>(users) * static_cast<double>(samples) * options_.cost.sampled *
           static_cast<double>(pilot_.models());
  }

  void add_exact(const Metric& metric, const Aim& aim, MetricPlan& plan) const {
    const Moments moments = pilot_.exact(metric);
    const auto add = [&](std::uint64_t users) {
      PlannedWay way;
      way.users = users;
      way.seconds = exact_seconds(users);
      way.reached = true;
      aim.describe(moments, way);
      plan.ways.push_back(std::move(way));
    };
    add(users_);
    const auto fewer = aim.users_for(moments);
    if (fewer && *fewer < users_) add(*fewer);
  }

  void add_sampled(const Metric& metric, const Estimator& estimator, const Aim& aim,
                   MetricPlan& plan) const {
    const auto at = [&](std::uint64_t samples) {
      return pilot_.sampled(metric, estimator, samples, options_);
    };
    const auto way_of = [&](const Moments& moments, std::uint64_t samples, std::uint64_t users,
                            bool reached) {
      PlannedWay way;
      way.estimator = estimator.name;
      way.samples = samples;
      way.users = users;
      way.seconds = sampled_seconds(users, samples);
      way.reached = reached;
      aim.describe(moments, way);
      return way;
    };
    std::optional<PlannedWay> cheapest;  // of fewer users
    std::uint64_t below = 0;             // does not do
    std::uint64_t found = 0;             // does, for all users
    Moments moments;                     // there, or of the most samples
    for (std::uint64_t size = 1;; size = std::min(most_, next_size(size))) {
      const Moments here = at(size);
      const auto users = aim.users_for(here);
      if (users && *users < users_ &&
          (!cheapest || sampled_seconds(*users, size) < cheapest->seconds)) {
        cheapest = way_of(here, size, *users, true);
      }
      if (found == 0) {
        moments = here;
        (aim.is_met(here) ? found : below) = size;
      }
      // Beyond what does for all users, more samples of fewer users may take less.
      if (size == most_ || (found != 0 && size >= 2 * found)) break;
    }
    const bool reached = found != 0;
    std::uint64_t samples = reached ? found : most_;
    while (reached && samples - below > 1) {
      const std::uint64_t middle = below + (samples - below) / 2;
      const Moments between = at(middle);
      if (aim.is_met(between)) {
        samples = middle;
        moments = between;
      } else {
        below = middle;
      }
    }
    plan.ways.push_back(way_of(moments, samples, users_, reached));
    if (cheapest && (!reached || cheapest->seconds < plan.ways.back().seconds)) {
      plan.ways.push_back(std::move(*cheapest));
    }
  }

  const PlanPilot& pilot_;
  const PlanOptions& options_;
  std::uint64_t users_;
  std::uint64_t most_ = 0;
};

void check_options(const PlanOptions& options, std::span<const Estimator> estimators,
                   const char* caller) {
  if (!(options.confidence >= 0.5 && options.confidence < 1)) {
    throw InputError(fmt::format("{}: expected a confidence from 0.5 to below 1; got {}", caller,
                                 options.confidence));
  }
  if (!(options.cost.sampled > 0) || !(options.cost.exact > 0)) {
    throw InputError(fmt::format("{}: expected costs above 0; got {} and {}", caller,
                                 options.cost.sampled, options.cost.exact));
  }
  for (const Estimator& estimator : estimators) {
    if (!estimator.is_learnt()) continue;
    throw InputError(fmt::format(
        "{}: expected estimators whose error is known in advance (naive, rank, rank_linear, "
        "least_squares, cls, bv, mn); got '{}', which learns from the sample",
        caller, estimator.name));
  }
}

}  // namespace

std::vector<MetricPlan> plan_error(const UserRanks& pilot, std::span<const Metric> metrics,
                                   std::span<const Estimator> estimators, double error,
                                   const PlanOptions& options) {
  constexpr const char* kCaller = "plan_error";
  check_options(options, estimators, kCaller);
  if (!(error > 0)) {
    throw InputError(fmt::format("{}: expected an error above 0; got {}", kCaller, error));
  }
  const PlanPilot known({&pilot, 1}, kCaller);
  const std::uint64_t users = options.users == 0 ? pilot.size() : options.users;
  const Planner planner(known, options, users);
  const ErrorAim aim(error, users, normal_quantile(options.confidence));
  std::vector<MetricPlan> plans;
  for (const Metric& metric : metrics) {
    plans.push_back(planner.plan(metric, estimators, aim, known.exact(metric).value));
  }
  return plans;
}

std::vector<MetricPlan> plan_order(const UserRanks& first, const UserRanks& second,
                                   std::span<const Metric> metrics,
                                   std::span<const Estimator> estimators, double probability,
                                   const PlanOptions& options) {
  constexpr const char* kCaller = "plan_order";
  constexpr double kRounding = 1e-12;  // differences that cancel out leave no more
  check_options(options, estimators, kCaller);
  if (!(probability > 0.5 && probability < 1)) {
    throw InputError(fmt::format("{}: expected a probability above 0.5 and below 1; got {}",
                                 kCaller, probability));
  }
  const std::vector<UserRanks> both{first, second};
  const PlanPilot known(both, kCaller);
  const std::uint64_t users = options.users == 0 ? first.size() : options.users;
  const Planner planner(known, options, users);
  std::vector<MetricPlan> plans;
  for (const Metric& metric : metrics) {
    const Moments exact = known.exact(metric);
    const double difference = exact.value;
    if (std::abs(difference) <= kRounding * std::sqrt(exact.user_variance)) {
      plans.push_back({metric, 0, {}, false, 1});
      continue;
    }
    const OrderAim aim(probability, users, normal_quantile(options.confidence), difference);
    plans.push_back(planner.plan(metric, estimators, aim, difference));
    plans.back().p_value = 2 * order_probability(-std::abs(difference), exact.value_error);
  }
  return plans;
}

}  // namespace honestrank

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "honestrank/comparison/scoring_cost.h"
#include "honestrank/estimators/estimate.h"
#include "honestrank/metrics/metric.h"
#include "honestrank/rankings/user_ranks.h"
#include "honestrank/sampling/sampled_ranks.h"

namespace honestrank {

struct PlanOptions {
  std::uint64_t users = 0;  ///< that there are to be evaluated; 0: as many as in the pilot
  /// The pilot is a sample of users: what is planned meets the aim with this probability.
  double confidence = 0.95;
  ScoringCost cost{};
  /// No more samples are looked at; also no more than 4 times those that cost as much as ranking
  /// everything, and 64.
  std::uint64_t most_samples = 4096;
  Replacement replacement = Replacement::with;
  CorrectionOptions correction{.population = Population::mean};
  unsigned threads = 0;  ///< 0: all hardware threads
};

/// One way to meet the aim.
struct PlannedWay {
  std::string estimator = "exact";  ///< exact: all items are ranked
  std::uint64_t samples = 0;        ///< items drawn for a user; 0: all
  std::uint64_t users = 0;          ///< drawn from those that there are
  double bias = 0;                  ///< of the metric, or of the difference of two
  double standard_error = 0;        ///< over samples, and over users where not all are taken
  double error = 0;                 ///< root of bias^2 + standard_error^2
  double right_probability = 0;     ///< of ordering two models; plan_order
  double seconds = 0;
  bool reached = false;  ///< false: not within the samples looked at; the rest is about the largest
};

/// What it takes to know one metric.
struct MetricPlan {
  Metric metric;
  double value = 0;              ///< in the pilot: the metric, or the difference of two models
  std::vector<PlannedWay> ways;  ///< the cheapest first, those that do not reach last
  bool rank_everything = false;  ///< no way that samples items is cheaper than ranking all of them
                                 ///< for all users
  /// plan_order: of the pilot's difference over all items, two-sided, its users being a sample.
  double p_value = 0;
};

/// How many samples, or users, bring `metrics` within `error` of their values over all items and
/// users: the root mean square over all that could be drawn, bias included. Ways: all items for all
/// users; all items for a sample of users; and for each estimator all users with the fewest
/// samples, and the cheapest combination of users and samples. Samples are looked for in steps of a
/// quarter, the first that do and then fewer down to some that do not: where the error rises and
/// falls between two steps, fewer still may do.
///
/// `pilot` are ranks of users like those to come. An upper limit of the mean squared error, at
/// `confidence`, is what has to be small enough. Throws InputError for an error that is not above
/// 0, fewer than 10 users, learnt estimators and as expect_estimates does.
std::vector<MetricPlan> plan_error(const UserRanks& pilot, std::span<const Metric> metrics,
                                   std::span<const Estimator> estimators, double error,
                                   const PlanOptions& options = {});

/// How many samples, or users, order two models as all items and users do, with `probability`
/// (above 0.5). Which order that is, the pilot has to tell: `p_value` says how well it does. The
/// pilots are ranks of the same users in the same order. Samples are taken to be drawn for each
/// model on its own. A plan has no ways where both have the same value: nothing orders them. The
/// mean over users is taken to be normal where 30 who differ are to be expected; fewer are planned
/// only if they do whatever the distribution is (Cantelli's inequality).
std::vector<MetricPlan> plan_order(const UserRanks& first, const UserRanks& second,
                                   std::span<const Metric> metrics,
                                   std::span<const Estimator> estimators, double probability,
                                   const PlanOptions& options = {});

/// Ranks that stand for those behind a small sample: quantiles of the distribution that
/// learn_monotone_mle finds, for as many users, in a random order: those of two models, with seeds
/// of their own, say nothing of each other. Needs users with one relevant item and samples drawn
/// uniformly; throws InputError otherwise.
UserRanks pilot_from_samples(const SampledRanks& sampled, std::uint64_t seed = 42);

}  // namespace honestrank

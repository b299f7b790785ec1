#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "honestrank/estimators/estimator.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/metrics/metric.h"
#include "honestrank/sampling/expect.h"
#include "honestrank/sampling/sampled_ranks.h"

namespace honestrank {

/// The number of items that a correction takes a user to have.
enum class Population {
  per_user,  ///< the user's own
  mean,      ///< the mean over users, rounded, as Krichene & Rendle took it
};

struct CorrectionOptions {
  Population population = Population::per_user;
  /// per_user: numbers of irrelevant items that differ by no more than this share of themselves are
  /// taken for one; 0: none are.
  double population_tolerance = 0.005;
  /// The likelihood that a correction goes by; none: that of the way the samples were drawn.
  std::optional<Replacement> likelihood{};
  /// Prior probabilities of the ranks 1, 2, ...; empty: all alike. Needs Population::mean, and one
  /// for each rank.
  std::vector<double> prior{};
};

struct EstimateOptions {
  CorrectionOptions correction{};
  std::uint32_t bootstrap =
      0;                    ///< samples of users, 100 or more; 0: the error comes from the spread
  std::uint64_t seed = 42;  ///< of the bootstrap
  unsigned threads = 0;     ///< 0: all hardware threads
  bool per_user = false;    ///< keep each user's value
  /// Error bars of estimators that learn, and the test of what monotone_mle takes for granted,
  /// which take hundreds of times as long as values; false: NaN, and no test.
  bool learnt_errors = true;
};

/// Below it samples contradict what monotone_mle takes for granted.
inline constexpr double kFallingDoubtful = 0.05;

/// One metric, estimated in one way.
struct MetricEstimate {
  Estimator estimator;
  MetricResult result;
  /// What the estimator's mean over all samples differs from the metric by, at least and at most,
  /// as the true ranks are: over ranks as close as probabilities vary. The interval of `result` is
  /// around that mean.
  double least_bias = 0;  ///< NaN: not known
  double most_bias = 0;
  double users_outside = 0;  ///< share of users whose own value is no possible value of the metric
  bool in_blind_spot = false;  ///< the cut-off is below what the samples resolve
  double resolution = 0;  ///< how many ranks one sampled rank stands for, of the largest sample
  /// monotone_mle: how likely samples are that contradict falling ranks as much as these do; NaN:
  /// not tested
  double falling_p_value = std::numeric_limits<double>::quiet_NaN();
  /// Of estimators that learn: values for samples of users, from which the standard error comes.
  std::vector<double> resampled{};
  std::uint64_t samples = 0;             ///< of a user, on average
  double population = 0;                 ///< mean number of items
  std::vector<std::string> diagnostics;  ///< anything that limits trust
};

/// What `estimate` is asked for where nothing else is said: naive, rank, cls, bv(0.1) and bv(0.01);
/// for adaptive samples adaptive_mle and adaptive_monotone_mle; for items drawn by popularity, for
/// which no correction is known, naive.
std::vector<Estimator> usual_estimators(SamplingProtocol protocol);

/// The same for a sample, and mle where users have several relevant items, up to a hundred, in
/// samples of one size: there it is closer, and does not take long.
std::vector<Estimator> usual_estimators(const SampledRanks& sampled);

/// Estimates of `metrics` over all items from where relevant items stand among sampled ones, for
/// every estimator: all metrics of the first, then of the second, and so on.
///
/// A user's value is the sum over the relevant items of what the correction says that the number
/// of sampled items above is worth; the table depends on the item's place among the relevant ones,
/// their number, the population and the number of samples. The estimate is the mean over users.
/// Ties count as TiePolicy::expected.
///
/// Estimators that learn do so for the first, the second, ... relevant item of all users (for
/// r_precision: of those with as many), each with the weight that the metric gives; the estimate is
/// the sum of what these come to.
///
/// Throws InputError as validate does; for users with different numbers of samples, users without
/// irrelevant items left out, but of users with one relevant item mle and monotone_mle take them;
/// for monotone_mle and users with several relevant items, or more than 5,000 distributions to
/// learn; for a protocol other than uniform or candidates with any estimator but naive; for a prior
/// that does not fit.
std::vector<MetricEstimate> estimate(const SampledRanks& sampled, std::span<const Metric> metrics,
                                     std::span<const Estimator> estimators,
                                     const EstimateOptions& options = {});

/// The same for several samples of the same users, one result for each: tables, and what depends on
/// the sizes of samples alone, are worked out once, for all sizes that there are; what monotone_mle
/// takes for granted is tested on the first sample alone. Throws
/// InputError also where users, their items or relevant items differ.
std::vector<std::vector<MetricEstimate>> estimate_repeats(std::span<const SampledRanks> repeats,
                                                          std::span<const Metric> metrics,
                                                          std::span<const Estimator> estimators,
                                                          const EstimateOptions& options = {});

/// The mean over repeats, estimated with `per_user`: of each user's values, so that the standard
/// error is that of the users' means. `ranks` are those of any of the repeats, `options` those they
/// were estimated with. Estimators that learn have no values of users: their error is that of the
/// mean over repeats for the same samples of users.
std::vector<MetricEstimate> mean_of_repeats(std::span<const std::vector<MetricEstimate>> repeats,
                                            const UserRanks& ranks,
                                            const EstimateOptions& options = {});

/// What `estimate` gives over all samples that could be drawn, exactly: expectation and standard
/// deviation for every estimator and metric, in the order of `estimate`; from where the relevant
/// items stand among all items. Throws as expect_sampled and estimate do.
std::vector<ExpectedMetric> expect_estimates(const UserRanks& ranks,
                                             std::span<const Metric> metrics,
                                             std::span<const Estimator> estimators,
                                             const ExpectOptions& sampling,
                                             const CorrectionOptions& correction = {});

/// The table that corrects `metric` for users with one relevant item: its value for sampled ranks
/// 1, 2, ... samples + 1. `prior` is that of the true ranks, empty: all alike; mn depends on the
/// number of users. Throws InputError for no user, an estimator that learns, and a prior that does
/// not fit.
std::vector<double> correction_table(const Metric& metric, const Estimator& estimator,
                                     const SamplingModel& model, std::span<const double> prior = {},
                                     std::size_t users = 1);

}  // namespace honestrank

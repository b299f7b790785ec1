#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "honestrank/base/progress.h"
#include "honestrank/metrics/metric.h"
#include "honestrank/rankings/user_ranks.h"

namespace honestrank {

/// Where relevant items stand among items of exactly the same score.
enum class TiePolicy {
  expected,     ///< the metric's expectation over random orders of the tied items
  optimistic,   ///< ahead of all others, higher gains first
  pessimistic,  ///< behind all others, lower gains first
  random,       ///< one random order per user, drawn from the seed
};

/// What becomes of a user (query) that has no relevant item.
enum class EmptyUsers {
  skip,  ///< left out of the mean and counted
  zero,  ///< scored 0 (except by auc and gauc), as trec_eval does for judged queries without
         ///< relevant documents
};

struct EvaluateOptions {
  TiePolicy ties = TiePolicy::expected;
  EmptyUsers empty_users = EmptyUsers::skip;
  std::uint64_t seed = 42;              ///< of `TiePolicy::random` alone
  unsigned threads = 0;                 ///< 0: all hardware threads
  bool per_user = false;                ///< keep each user's value
  ProgressCallback progress = nullptr;  ///< users done of all users
};

/// Why users were left out of a mean, as in {"no relevant item", 12}.
struct SkippedUsers {
  std::string reason;
  std::uint64_t users = 0;
};

/// One metric of one model.
struct MetricResult {
  Metric metric;
  double value = 0;           ///< mean over `users`; NaN if there are none
  double standard_error = 0;  ///< of the mean over users; NaN below two users
  double low = 0;             ///< 95 % interval of the mean (Student's t) within the metric's
                              ///< range; NaN below two users
  double high = 0;
  double optimistic = 0;   ///< the mean if every tie went the model's way
  double pessimistic = 0;  ///< and if none did
  std::uint64_t users = 0;
  std::uint64_t users_skipped = 0;
  std::vector<SkippedUsers> skipped;  ///< by reason; adds up to users_skipped
  std::vector<double> per_user;       ///< one per entry of the ranks, NaN where skipped; on request
};

struct Evaluation {
  std::vector<MetricResult> results;      ///< in the order of the metrics asked for
  std::uint64_t users_with_ties = 0;      ///< users with a relevant item tied with an irrelevant
                                          ///< one, or with a relevant one of another gain
  std::uint64_t users_with_unranked = 0;  ///< users with a relevant item outside the ranking
  std::uint64_t unranked = 0;             ///< relevant items outside the rankings, all users
};

/// Every metric of `metrics` for every user of `ranks`, in one pass.
///
/// Relevant items outside a ranking are never found: they count as relevant and contribute 0.
/// `auc` cannot be told for such a user and for a user without an irrelevant item or with an
/// unknown number of items; the user is skipped for that metric with the reason. Results have the
/// same bits for any number of threads. Cost: linear in the number of tie groups times metrics.
///
/// The mean of `gauc` weighs users by their number of relevant items; its standard error is that
/// of a ratio estimator. Under `TiePolicy::random` all metrics of a user see the same order.
///
/// Throws InputError as validate(ranks) does, if a metric's parameters are outside their ranges,
/// and for gains that ndcg or dcg cannot add up (exponential: beyond 512).
Evaluation evaluate(const UserRanks& ranks, std::span<const Metric> metrics,
                    const EvaluateOptions& options = {});

/// The value of one metric for one user under `ties` (not random); NaN where it is undefined or
/// the user has no relevant item. The plain building block of evaluate(), for a ranking that
/// validate() would accept; throws InputError for bad metrics and gains as evaluate() does.
double metric_value(const Metric& metric, const UserRanking& ranking,
                    TiePolicy ties = TiePolicy::expected);

}  // namespace honestrank

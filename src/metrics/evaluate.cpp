#include "honestrank/metrics/evaluate.h"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <limits>
#include <mutex>
#include <string>

#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"
#include "honestrank/base/random.h"
#include "metrics/metric_rules.h"
#include "metrics/metric_sums.h"
#include "metrics/tie_orders.h"
#include "metrics/user_metrics.h"

namespace honestrank {
namespace {

using metrics::MetricColumn;
using metrics::MetricSums;
using metrics::PreparedMetric;
using metrics::RankedUser;
using metrics::RankingBuffer;
using metrics::Undefined;

constexpr std::size_t kUsersPerBlock = 1024;
constexpr std::uint32_t kTieStream = 0x74696573;
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

void check_metric(const Metric& metric, const char* caller) {
  if (const auto fault = metrics::fault_of(metric)) {
    throw InputError(std::string(caller) + ": " + *fault + "; got '" + metric.name + "'");
  }
}

/// The metrics, and the relevance levels they ask for.
struct Plan {
  std::vector<PreparedMetric> metrics;
  std::vector<double> levels;         ///< distinct
  std::vector<std::size_t> level_of;  ///< of each metric, a place in `levels`
  bool uses_gains = false;            ///< some metric adds up gains

  explicit Plan(std::span<const Metric> asked) {
    for (const Metric& metric : asked) {
      metrics.emplace_back(metric);
      uses_gains |= metrics::uses_gains(metric.kind);
      const auto at = std::find(levels.begin(), levels.end(), metric.relevance_level);
      level_of.push_back(static_cast<std::size_t>(at - levels.begin()));
      if (at == levels.end()) levels.push_back(metric.relevance_level);
    }
  }
};

/// All gains of a user, falling.
std::span<const double> sorted_gains(std::span<const double> gains, std::vector<double>& sorted) {
  if (std::is_sorted(gains.begin(), gains.end(), std::greater<>())) return gains;
  sorted.assign(gains.begin(), gains.end());
  std::sort(sorted.begin(), sorted.end(), std::greater<>());
  return sorted;
}

/// One order of a user's ranking, seen at each relevance level of the plan.
class LevelledRanking {
 public:
  explicit LevelledRanking(const Plan& plan)
      : levels_(plan.levels), users_(levels_.size()), buffers_(levels_.size()) {}

  void assign(const UserRanking& ranking, std::span<const double> ideal_gains) {
    for (std::size_t i = 0; i < levels_.size(); ++i) {
      users_[i].ranking = metrics::at_relevance_level(ranking, levels_[i], buffers_[i]);
      users_[i].relevant = users_[i].ranking.relevant();
      users_[i].ideal_gains = ideal_gains;
    }
  }

  const RankedUser& at(std::size_t level) const { return users_[level]; }

 private:
  std::span<const double> levels_;
  std::vector<RankedUser> users_;
  std::vector<RankingBuffer> buffers_;
};

/// What the users of one block come to.
struct BlockSums {
  std::vector<MetricSums> metrics;
  std::uint64_t users_with_ties = 0;
  std::uint64_t users_with_unranked = 0;
  std::uint64_t unranked = 0;
};

/// Evaluates the users of one block, in memory taken once for all of them.
class BlockEvaluator {
 public:
  BlockEvaluator(const UserRanks& ranks, const Plan& plan, const EvaluateOptions& options)
      : ranks_(ranks),
        plan_(plan),
        options_(options),
        random_(options.seed, kTieStream),
        asked_(plan),
        best_(plan),
        worst_(plan),
        columns_(plan.metrics.size()) {}

  /// Also writes each user's value into `results`, where per-user values are kept.
  BlockSums evaluate(const Block& block, std::vector<MetricResult>& results) {
    BlockSums sums;
    for (std::size_t entry = block.begin; entry < block.end; ++entry) {
      evaluate_user(entry, sums, results);
    }
    for (const MetricColumn& column : columns_) sums.metrics.emplace_back(column);
    return sums;
  }

 private:
  void evaluate_user(std::size_t entry, BlockSums& sums, std::vector<MetricResult>& results) {
    const UserRanking ranking = ranks_[entry];
    const bool open = metrics::has_open_order(ranking);
    sums.users_with_ties += open ? 1 : 0;
    sums.users_with_unranked += ranking.unranked > 0 ? 1 : 0;
    sums.unranked += ranking.unranked;
    arrange(ranking, ranks_.user[entry], open);
    for (std::size_t m = 0; m < plan_.metrics.size(); ++m) {
      const double value = add_value(m, open);
      if (options_.per_user) results[m].per_user[entry] = value;
    }
  }

  void arrange(const UserRanking& ranking, std::uint64_t user, bool open) {
    const auto ideal =
        plan_.uses_gains ? sorted_gains(ranking.gains, ideal_gains_) : std::span<const double>{};
    if (!open) {
      asked_.assign(ranking, ideal);
      return;
    }
    best_.assign(metrics::best_order(ranking, best_buffer_), ideal);
    worst_.assign(metrics::worst_order(ranking, worst_buffer_), ideal);
    if (options_.ties == TiePolicy::random) {
      asked_.assign(metrics::random_order(ranking, random_, user, asked_buffer_), ideal);
    } else if (options_.ties == TiePolicy::expected) {
      asked_.assign(ranking, ideal);
    }
  }

  const LevelledRanking& asked(bool open) const {
    if (open && options_.ties == TiePolicy::optimistic) return best_;
    if (open && options_.ties == TiePolicy::pessimistic) return worst_;
    return asked_;
  }

  double add_value(std::size_t m, bool open) {
    const PreparedMetric& metric = plan_.metrics[m];
    const std::size_t level = plan_.level_of[m];
    MetricColumn& column = columns_[m];
    const RankedUser& user = asked(open).at(level);
    const bool weighted = metric.kind == MetricKind::gauc;

    const Undefined undefined = metrics::undefined_for(metric.kind, user.ranking, user.relevant);
    if (undefined != Undefined::defined) {
      const bool scores_zero = undefined == Undefined::no_relevant_item &&
                               options_.empty_users == EmptyUsers::zero && !weighted &&
                               metric.kind != MetricKind::auc;
      if (!scores_zero) {
        ++column.skipped[static_cast<std::size_t>(undefined)];
        return kNan;
      }
      append(column, 0, 0, 0);
      return 0;
    }
    const double value = metrics::expected_value(metric, user);
    if (open) {
      append(column, value, metrics::expected_value(metric, best_.at(level)),
             metrics::expected_value(metric, worst_.at(level)));
    } else {
      append(column, value, value, value);
    }
    if (weighted) column.weight.push_back(static_cast<double>(user.relevant));
    return value;
  }

  static void append(MetricColumn& column, double value, double optimistic, double pessimistic) {
    column.value.push_back(value);
    column.optimistic.push_back(optimistic);
    column.pessimistic.push_back(pessimistic);
  }

  const UserRanks& ranks_;
  const Plan& plan_;
  const EvaluateOptions& options_;
  CounterRandom random_;
  LevelledRanking asked_;
  LevelledRanking best_;
  LevelledRanking worst_;
  RankingBuffer asked_buffer_;
  RankingBuffer best_buffer_;
  RankingBuffer worst_buffer_;
  std::vector<double> ideal_gains_;
  std::vector<MetricColumn> columns_;
};

}  // namespace

Evaluation evaluate(const UserRanks& ranks, std::span<const Metric> metrics,
                    const EvaluateOptions& options) {
  validate(ranks);
  for (const Metric& metric : metrics) {
    check_metric(metric, "evaluate");
    metrics::check_gains(metric, ranks.gains, "evaluate");
  }

  const Plan plan(metrics);
  Evaluation evaluation;
  for (const Metric& metric : metrics) {
    MetricResult& result = evaluation.results.emplace_back();
    result.metric = metric;
    if (options.per_user) result.per_user.resize(ranks.size());
  }

  std::vector<BlockSums> blocks((ranks.size() + kUsersPerBlock - 1) / kUsersPerBlock);
  std::mutex progress_mutex;
  std::uint64_t users_done = 0;
  parallel_for(ranks.size(), kUsersPerBlock, options.threads, [&](const Block& block) {
    BlockEvaluator evaluator(ranks, plan, options);
    blocks[block.index] = evaluator.evaluate(block, evaluation.results);
    if (options.progress) {
      const std::lock_guard lock(progress_mutex);
      users_done += block.end - block.begin;
      options.progress({"computing metrics", users_done, ranks.size()});
    }
  });

  std::vector<MetricSums> totals(metrics.size());
  for (const BlockSums& block : blocks) {
    for (std::size_t m = 0; m < totals.size(); ++m) totals[m].merge(block.metrics[m]);
    evaluation.users_with_ties += block.users_with_ties;
    evaluation.users_with_unranked += block.users_with_unranked;
    evaluation.unranked += block.unranked;
  }
  for (std::size_t m = 0; m < totals.size(); ++m) totals[m].write_to(evaluation.results[m]);
  return evaluation;
}

double metric_value(const Metric& metric, const UserRanking& ranking, TiePolicy ties) {
  check_metric(metric, "metric_value");
  for (const TieGroup& group : ranking.groups) {
    if (group.relevant == 0 || group.relevant > group.size) {
      throw InputError("metric_value: expected 1 to " + std::to_string(group.size) +
                       " relevant items in a tie group; got " + std::to_string(group.relevant));
    }
  }
  if (!ranking.gains.empty() && ranking.gains.size() != ranking.relevant()) {
    throw InputError("metric_value: expected " + std::to_string(ranking.relevant()) +
                     " gains; got " + std::to_string(ranking.gains.size()));
  }
  metrics::check_gains(metric, ranking.gains, "metric_value");

  RankingBuffer order_buffer;
  RankingBuffer level_buffer;
  UserRanking ordered = ranking;
  switch (ties) {
    case TiePolicy::expected: break;
    case TiePolicy::optimistic: ordered = metrics::best_order(ranking, order_buffer); break;
    case TiePolicy::pessimistic: ordered = metrics::worst_order(ranking, order_buffer); break;
    case TiePolicy::random:
      throw InputError("metric_value: expected a tie policy without a seed; got random");
  }

  std::vector<double> ideal_gains;
  RankedUser user;
  user.ranking = metrics::at_relevance_level(ordered, metric.relevance_level, level_buffer);
  user.relevant = user.ranking.relevant();
  user.ideal_gains = sorted_gains(ranking.gains, ideal_gains);
  if (metrics::undefined_for(metric.kind, user.ranking, user.relevant) != Undefined::defined) {
    return kNan;
  }
  return metrics::expected_value(PreparedMetric(metric), user);
}

}  // namespace honestrank

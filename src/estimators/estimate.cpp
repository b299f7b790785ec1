#include "honestrank/estimators/estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "estimators/blind_spot.h"
#include "estimators/bootstrap.h"
#include "estimators/correction_tables.h"
#include "estimators/learnt_estimates.h"
#include "estimators/metric_parts.h"
#include "estimators/sample_checks.h"
#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"
#include "metrics/metric_rules.h"
#include "metrics/metric_sums.h"
#include "sampling/tied_places.h"

namespace honestrank {
namespace {

using metrics::MetricColumn;
using metrics::MetricSums;
using metrics::Undefined;

/// The number of samples that all users have. Throws InputError where they differ.
std::uint64_t common_samples(const SampledRanks& sampled) {
  std::uint64_t samples = 0;
  for (std::size_t entry = 0; entry < sampled.size(); ++entry) {
    const std::uint64_t own = sampled.samples(entry);
    if (samples == 0) samples = own;
    if (own == samples && own != 0) continue;
    throw InputError(
        own == 0 ? fmt::format("estimate: expected samples of entry {}; got none", entry)
                 : fmt::format("estimate: expected one number of samples for all users; got {} and "
                               "{} (entry {}); adaptive samples are for mle and monotone_mle",
                               samples, own, entry));
  }
  return samples;
}

void check(const SampledRanks& sampled, std::span<const Metric> metrics,
           std::span<const Estimator> estimators) {
  estimators::require_correctable(sampled, estimators);
  for (const Metric& metric : metrics) {
    if (const auto fault = metrics::fault_without_gains(metric)) {
      throw InputError(fmt::format("estimate: {} for {}", *fault, metric.name));
    }
  }
}

estimators::Crowd crowd_of(const SampledRanks& sampled) {
  estimators::Crowd crowd{sampled.population, {}};
  for (std::size_t entry = 0; entry < sampled.size(); ++entry) {
    crowd.relevant.push_back(sampled.ranks[entry].relevant());
  }
  return crowd;
}

/// A user's value of every table: in expectation over tied items, and for all ties gone well or
/// badly.
struct UserValues {
  std::vector<double> expected;
  std::vector<double> optimistic;
  std::vector<double> pessimistic;
};

void find_values(const UserRanking& ranking, const sampling::MetricTables& tables,
                 UserValues& values) {
  const std::size_t count = values.expected.size();
  for (auto* list : {&values.expected, &values.optimistic, &values.pessimistic}) {
    std::fill(list->begin(), list->end(), 0.0);
  }
  std::uint64_t found = 0;
  for (const TieGroup& group : ranking.groups) {
    const std::uint64_t above = group.above - found;
    const std::uint64_t tied = group.size - group.relevant;
    for (std::uint64_t place = 1; place <= group.relevant; ++place) {
      for (std::size_t i = 0; i < count; ++i) {
        const auto row = tables.row(i, found + place);
        values.optimistic[i] += row[above];
        values.pessimistic[i] += row[above + tied];
        if (tied == 0) values.expected[i] += row[above];
      }
      if (tied == 0) continue;
      sampling::for_tied_places(
          tied, group.relevant, place, [&](std::uint64_t number, double share) {
            for (std::size_t i = 0; i < count; ++i) {
              values.expected[i] += share * tables.row(i, found + place)[above + number];
            }
          });
    }
    found += group.relevant;
  }
}

Undefined undefined_for(const estimators::Crowd& crowd, std::size_t user) {
  if (crowd.relevant[user] == 0) return Undefined::no_relevant_item;
  return crowd.counts(user) ? Undefined::defined : Undefined::no_irrelevant;
}

/// Sums and counts of the users of a block, for every table.
struct BlockResult {
  std::vector<MetricSums> sums;
  std::vector<double> least_bias;
  std::vector<double> most_bias;
  std::vector<std::uint64_t> outside;
};

std::vector<MetricEstimate> estimate_with(const estimators::CorrectionTables& corrections,
                                          const estimators::Crowd& crowd,
                                          const SampledRanks& sampled,
                                          std::span<const Metric> metrics,
                                          std::span<const Estimator> estimators,
                                          const EstimateOptions& options, std::uint64_t samples) {
  const std::size_t count = metrics.size() * estimators.size();
  const bool keep = options.per_user || options.bootstrap > 0;
  std::vector<std::vector<double>> per_user(count);
  if (keep) {
    for (auto& values : per_user) {
      values.assign(sampled.size(), std::numeric_limits<double>::quiet_NaN());
    }
  }
  constexpr std::size_t kUsers = 1024;
  std::vector<BlockResult> blocks((sampled.size() + kUsers - 1) / kUsers);
  parallel_for(sampled.size(), kUsers, options.threads, [&](const Block& block) {
    std::vector<MetricColumn> columns(count);
    BlockResult& own = blocks[block.index];
    own.least_bias.resize(count);
    own.most_bias.resize(count);
    own.outside.resize(count);
    UserValues values{std::vector<double>(count), std::vector<double>(count),
                      std::vector<double>(count)};
    for (std::size_t user = block.begin; user < block.end; ++user) {
      const Undefined undefined = undefined_for(crowd, user);
      if (undefined != Undefined::defined) {
        for (MetricColumn& column : columns) ++column.skipped[static_cast<std::size_t>(undefined)];
        continue;
      }
      const estimators::UserTables& tables = corrections.of(user);
      find_values(sampled.ranks[user], tables.tables, values);
      for (std::size_t i = 0; i < count; ++i) {
        const MetricKind kind = metrics[i % metrics.size()].kind;
        const double value = values.expected[i];
        columns[i].value.push_back(value);
        columns[i].optimistic.push_back(values.optimistic[i]);
        columns[i].pessimistic.push_back(values.pessimistic[i]);
        if (kind == MetricKind::gauc) {
          columns[i].weight.push_back(static_cast<double>(crowd.relevant[user]));
        }
        if (std::isnan(value)) {
          throw InputError(fmt::format(
              "estimate: entry {}: expected a sampled rank that can occur {}", user,
              options.correction.prior.empty()
                  ? "with this number of items and samples; got another one; check both"
                  : "under the prior; got another one; give a prior that is above 0 everywhere"));
        }
        const double weight =
            estimators::user_weight(metrics[i % metrics.size()], crowd.relevant[user]);
        own.least_bias[i] += weight * tables.least_bias[i];
        own.most_bias[i] += weight * tables.most_bias[i];
        constexpr double kRounding = 1e-9;
        const bool above = kind != MetricKind::dcg && value > 1 + kRounding;
        own.outside[i] += value < -kRounding || above ? 1 : 0;
        if (keep) per_user[i][user] = value;
      }
    }
    for (const MetricColumn& column : columns) own.sums.emplace_back(column);
  });

  double population = 0;
  std::uint64_t counted = 0;
  for (std::size_t user = 0; user < crowd.size(); ++user) {
    if (!crowd.counts(user)) continue;
    population += static_cast<double>(crowd.population[user]);
    ++counted;
  }
  population /= static_cast<double>(counted);
  std::vector<MetricEstimate> results;
  for (std::size_t i = 0; i < count; ++i) {
    const Metric& metric = metrics[i % metrics.size()];
    const std::size_t estimator = i / metrics.size();
    MetricEstimate one;
    one.estimator = estimators[estimator];
    one.result.metric = metric;
    one.samples = samples;
    one.population = population;
    MetricSums sums;
    std::uint64_t outside = 0;
    for (const BlockResult& block : blocks) {
      sums.merge(block.sums[i]);
      one.least_bias += block.least_bias[i];
      one.most_bias += block.most_bias[i];
      outside += block.outside[i];
    }
    sums.write_to(one.result, /*estimated=*/one.estimator.kind != EstimatorKind::naive);
    one.least_bias /= sums.weight;
    one.most_bias /= sums.weight;
    one.users_outside = static_cast<double>(outside) / static_cast<double>(counted);
    one.diagnostics = corrections.diagnostics(estimator);
    if (sampled.protocol == SamplingProtocol::popularity) {
      one.least_bias = one.most_bias = std::numeric_limits<double>::quiet_NaN();
      one.diagnostics.emplace_back("items drawn by popularity: no bound of the bias is known");
    } else {
      estimators::describe_blind_spot(static_cast<double>(samples), one);
    }
    if (options.bootstrap > 0) {
      std::vector<double> weights;
      if (metric.kind == MetricKind::gauc) {
        for (const std::uint64_t relevant : crowd.relevant) {
          weights.push_back(static_cast<double>(relevant));
        }
      }
      estimators::set_bootstrap_interval(per_user[i], weights, options.bootstrap, options.seed,
                                         options.threads, one.result);
    }
    if (options.per_user) one.result.per_user = std::move(per_user[i]);
    results.push_back(std::move(one));
  }
  return results;
}

/// Estimators whose estimate is the mean of what each user's sampled ranks are worth, and those
/// that learn.
std::pair<std::vector<Estimator>, std::vector<Estimator>> parted(
    std::span<const Estimator> estimators) {
  std::pair<std::vector<Estimator>, std::vector<Estimator>> result;
  for (const Estimator& each : estimators) {
    (each.is_learnt() ? result.second : result.first).push_back(each);
  }
  return result;
}

/// estimate_repeats for means over users.
std::vector<std::vector<MetricEstimate>> estimate_means(std::span<const SampledRanks> repeats,
                                                        std::span<const Metric> metrics,
                                                        std::span<const Estimator> estimators,
                                                        const EstimateOptions& options) {
  std::vector<std::vector<MetricEstimate>> results;
  const std::uint64_t samples = common_samples(repeats[0]);
  const estimators::Crowd crowd = crowd_of(repeats[0]);
  bool anybody = false;
  for (std::size_t user = 0; user < crowd.size(); ++user) anybody = anybody || crowd.counts(user);
  if (!anybody) {
    throw InputError("estimate: expected a user with a relevant and an irrelevant item; got none");
  }
  const estimators::CorrectionTables corrections(metrics, estimators, crowd, samples,
                                                 repeats[0].replacement, options.correction,
                                                 options.threads, "estimate");
  for (const SampledRanks& sampled : repeats) {
    if (common_samples(sampled) != samples) {
      throw InputError(
          "estimate: expected repeats of the same users, with the same items and samples; got "
          "others");
    }
    results.push_back(
        estimate_with(corrections, crowd, sampled, metrics, estimators, options, samples));
  }
  return results;
}

}  // namespace

std::vector<std::vector<MetricEstimate>> estimate_repeats(std::span<const SampledRanks> repeats,
                                                          std::span<const Metric> metrics,
                                                          std::span<const Estimator> estimators,
                                                          const EstimateOptions& options) {
  std::vector<std::vector<MetricEstimate>> results;
  if (repeats.empty()) return results;
  if (options.bootstrap != 0 && options.bootstrap < 100) {
    throw InputError(
        fmt::format("estimate: expected at least 100 samples of users; got {}", options.bootstrap));
  }
  for (const SampledRanks& sampled : repeats) check(sampled, metrics, estimators);
  estimators::require_same_users(repeats);
  const auto [plain, learnt] = parted(estimators);
  std::vector<std::vector<MetricEstimate>> means;
  std::vector<std::vector<MetricEstimate>> learnings;
  if (!plain.empty()) means = estimate_means(repeats, metrics, plain, options);
  if (!learnt.empty()) {
    learnings = estimators::learnt_estimates(repeats, metrics, learnt, options);
  }
  for (std::size_t repeat = 0; repeat < repeats.size(); ++repeat) {
    std::vector<MetricEstimate>& all = results.emplace_back();
    std::size_t next_mean = 0;
    std::size_t next_learnt = 0;
    for (const Estimator& estimator : estimators) {
      auto& own = estimator.is_learnt() ? learnings[repeat] : means[repeat];
      std::size_t& next = estimator.is_learnt() ? next_learnt : next_mean;
      for (std::size_t i = 0; i < metrics.size(); ++i) all.push_back(std::move(own[next++]));
    }
  }
  return results;
}

std::vector<MetricEstimate> estimate(const SampledRanks& sampled, std::span<const Metric> metrics,
                                     std::span<const Estimator> estimators,
                                     const EstimateOptions& options) {
  return estimate_repeats({&sampled, 1}, metrics, estimators, options).front();
}

}  // namespace honestrank

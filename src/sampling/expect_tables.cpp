#include "sampling/expect_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"
#include "metrics/metric_rules.h"
#include "metrics/user_metrics.h"
#include "sampling/sampled_chain.h"

namespace honestrank::sampling {
namespace {

using metrics::Undefined;

/// Sums over users of one metric.
struct Sums {
  double weight = 0;
  double value = 0;
  double variance = 0;
  std::uint64_t users = 0;
  std::array<std::uint64_t, metrics::kUndefinedReasons> skipped{};

  void merge(const Sums& other) {
    weight += other.weight;
    value += other.value;
    variance += other.variance;
    users += other.users;
    for (std::size_t i = 0; i < skipped.size(); ++i) skipped[i] += other.skipped[i];
  }
};

struct BlockSums {
  std::vector<Sums> metrics;
  std::vector<double> sampled_rank;
};

/// Of a user's metric over samples. What rounding leaves of squares that cancel out is no spread.
double variance_of(double mean, double mean_square) {
  constexpr double kRounding = 1e-14;
  const double variance = mean_square - mean * mean;
  return variance > kRounding * mean_square ? variance : 0.0;
}

ExpectedMetric finished(const Metric& metric, const Sums& sums) {
  ExpectedMetric result;
  result.metric = metric;
  result.users = sums.users;
  for (std::size_t i = 1; i < sums.skipped.size(); ++i) {
    if (sums.skipped[i] == 0) continue;
    result.users_skipped += sums.skipped[i];
    result.skipped.push_back(
        {std::string(metrics::reason(static_cast<Undefined>(i))), sums.skipped[i]});
  }
  result.value = sums.value / sums.weight;  // NaN where there is nobody
  result.standard_deviation = std::sqrt(sums.variance) / sums.weight;
  return result;
}

}  // namespace

void check_expectable(const UserRanks& ranks, std::span<const Metric> metrics,
                      const ExpectOptions& options, std::string_view caller) {
  validate(ranks);
  for (const Metric& metric : metrics) {
    if (const auto fault = metrics::fault_without_gains(metric)) {
      throw InputError(fmt::format("{}: {} for {}", caller, *fault, metric.name));
    }
  }
  if (options.samples == 0) {
    throw InputError(fmt::format("{}: expected at least one sample; got none", caller));
  }
  constexpr std::uint64_t kMost = 10'000'000;
  if (options.samples > kMost) {
    throw InputError(fmt::format("{}: expected at most {} samples; got {}; rank all items instead",
                                 caller, kMost, options.samples));
  }
  if (!ranks.gains.empty()) {
    throw InputError(fmt::format("{}: expected relevant items of gain 1; got others", caller));
  }
  for (std::size_t entry = 0; entry < ranks.size(); ++entry) {
    const UserRanking ranking = ranks[entry];
    const auto fail = [&](const std::string& what) {
      throw InputError(fmt::format("{}: entry {}: {}", caller, entry, what));
    };
    if (ranking.unranked != 0) fail("expected all relevant items to have a rank; got some without");
    if (ranking.items == 0) fail("expected the number of items; got none");
    const std::uint64_t irrelevant = ranking.items - ranking.relevant();
    if (options.replacement == Replacement::without && irrelevant != 0 &&
        options.samples > irrelevant) {
      fail(
          fmt::format("expected at most {} samples, one for each irrelevant item, where none is "
                      "drawn twice; got {}; draw fewer, or with replacement",
                      irrelevant, options.samples));
    }
  }
}

Undefined undefined_for(const UserRanking& ranking) {
  if (ranking.groups.empty()) return Undefined::no_relevant_item;
  if (ranking.items == ranking.relevant()) return Undefined::no_irrelevant;
  return Undefined::defined;
}

ExpectedSample expect_tables(const UserRanks& ranks, std::span<const Metric> metrics,
                             const ExpectOptions& options, std::string_view caller,
                             const std::function<TablesOf()>& make_tables) {
  check_expectable(ranks, metrics, options, caller);
  const TablesOf tables_of = make_tables();
  constexpr std::size_t kUsers = 256;
  const std::size_t kept = options.per_user ? metrics.size() : 0;
  const std::vector<double> unknown(ranks.size(), std::numeric_limits<double>::quiet_NaN());
  std::vector<std::vector<double>> user_value(kept, unknown);
  std::vector<std::vector<double>> user_variance(kept, unknown);
  std::vector<BlockSums> blocks((ranks.size() + kUsers - 1) / kUsers);
  parallel_for(ranks.size(), kUsers, options.threads, [&](const Block& block) {
    BlockSums& own = blocks[block.index];
    own.metrics.resize(metrics.size());
    if (options.distribution) own.sampled_rank.resize(options.samples + 1);
    SampledChain chain(metrics.size(), options.samples, options.replacement);
    for (std::size_t entry = block.begin; entry < block.end; ++entry) {
      const UserRanking ranking = ranks[entry];
      const Undefined undefined = undefined_for(ranking);
      if (undefined != Undefined::defined) {
        for (Sums& sums : own.metrics) ++sums.skipped[static_cast<std::size_t>(undefined)];
        continue;
      }
      const SampledMoments moments = chain.moments(ranking, *tables_of(entry));
      for (std::size_t i = 0; i < metrics.size(); ++i) {
        const double weight =
            metrics[i].kind == MetricKind::gauc ? static_cast<double>(ranking.relevant()) : 1;
        const double mean = moments.mean[i];
        if (std::isnan(mean)) {
          throw InputError(fmt::format(
              "{}: entry {}: expected sampled ranks that can occur under the prior; got another "
              "one; give a prior that is above 0 everywhere",
              caller, entry));
        }
        Sums& sums = own.metrics[i];
        sums.weight += weight;
        sums.value += weight * mean;
        const double variance = variance_of(mean, moments.mean_square[i]);
        sums.variance += weight * weight * variance;
        ++sums.users;
        if (!options.per_user) continue;
        user_value[i][entry] = mean;
        user_variance[i][entry] = variance;
      }
      if (options.distribution) chain.add_sampled_ranks(ranking, own.sampled_rank);
    }
  });
  std::vector<Sums> all(metrics.size());
  ExpectedSample result;
  result.samples = options.samples;
  if (options.distribution) result.sampled_rank.resize(options.samples + 1);
  for (const BlockSums& block : blocks) {
    for (std::size_t i = 0; i < all.size(); ++i) all[i].merge(block.metrics[i]);
    for (std::size_t i = 0; i < block.sampled_rank.size(); ++i) {
      result.sampled_rank[i] += block.sampled_rank[i];
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i) {
    result.metrics.push_back(finished(metrics[i], all[i]));
    if (!options.per_user) continue;
    result.metrics.back().user_value = std::move(user_value[i]);
    result.metrics.back().user_variance = std::move(user_variance[i]);
  }
  double items = 0;
  for (const double share : result.sampled_rank) items += share;
  for (double& share : result.sampled_rank) share /= items;
  return result;
}

}  // namespace honestrank::sampling

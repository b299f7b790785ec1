#include "honestrank/sampling/metric_distribution.h"

#include <fmt/format.h>

#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"
#include "sampling/expect_tables.h"
#include "sampling/sampled_values.h"

namespace honestrank {
namespace {

constexpr std::size_t kMostValues = 1'000'000;

[[noreturn]] void fail_for(const Metric& metric) {
  throw InputError(
      fmt::format("sampled_distributions: expected at most {} different values of {}; got more; "
                  "give it a cut-off, draw fewer samples or hold out fewer items",
                  kMostValues, metric.name));
}

/// What a block of users adds: by metric.
struct BlockValues {
  std::vector<sampling::Values> metrics;
  std::uint64_t users = 0;
};

/// Shares of `users` users, neighbours taken together.
std::vector<ValueProbability> finished(const sampling::Values& values, std::uint64_t users) {
  constexpr double kOne = 1e-12;
  std::vector<ValueProbability> result;
  for (const auto& [value, sum] : values) {
    const double probability = sum / static_cast<double>(users);
    if (!result.empty() && value - result.back().value < kOne) {
      result.back().probability += probability;
    } else {
      result.push_back({value, probability});
    }
  }
  return result;
}

}  // namespace

std::vector<std::vector<ValueProbability>> sampled_distributions(const UserRanks& ranks,
                                                                 std::span<const Metric> metrics,
                                                                 const ExpectOptions& options) {
  sampling::check_expectable(ranks, metrics, options, "sampled_distributions");
  const auto tables_of = sampling::plain_tables_of(ranks, metrics, options.samples);
  constexpr std::size_t kUsers = 256;
  std::vector<BlockValues> blocks((ranks.size() + kUsers - 1) / kUsers);
  parallel_for(ranks.size(), kUsers, options.threads, [&](const Block& block) {
    BlockValues& own = blocks[block.index];
    own.metrics.resize(metrics.size());
    sampling::SampledValues walk(options.samples, options.replacement, kMostValues);
    for (std::size_t entry = block.begin; entry < block.end; ++entry) {
      const UserRanking ranking = ranks[entry];
      if (sampling::undefined_for(ranking) != metrics::Undefined::defined) continue;
      ++own.users;
      const auto tables = tables_of(entry);
      for (std::size_t i = 0; i < metrics.size(); ++i) {
        const sampling::Values values = walk.values(ranking, *tables, i);
        for (const auto& [value, probability] : values) own.metrics[i][value] += probability;
        if (values.empty() || own.metrics[i].size() > kMostValues) fail_for(metrics[i]);
      }
    }
  });
  BlockValues all{std::vector<sampling::Values>(metrics.size())};
  for (const BlockValues& block : blocks) {
    all.users += block.users;
    for (std::size_t i = 0; i < block.metrics.size(); ++i) {
      for (const auto& [value, probability] : block.metrics[i])
        all.metrics[i][value] += probability;
      if (all.metrics[i].size() > kMostValues) fail_for(metrics[i]);
    }
  }
  std::vector<std::vector<ValueProbability>> result;
  for (const sampling::Values& values : all.metrics) result.push_back(finished(values, all.users));
  return result;
}

}  // namespace honestrank

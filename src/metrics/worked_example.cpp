#include "metrics/worked_example.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "honestrank/metrics/evaluate.h"
#include "metrics/metric_rules.h"

namespace honestrank::metrics {
namespace {

constexpr std::uint64_t kExampleCutoff = 5;
constexpr double kUsualHighestGrade = 3;
/// Above this a value is printed with an exponent; only dcg of huge grades gets there.
constexpr double kLongestPlain = 1e6;

/// Two relevant items in the ranking, others outside it.
struct ExampleUser {
  std::vector<std::uint64_t> ranks;
  std::uint64_t unranked = 0;
  std::uint64_t items = 0;
  std::vector<double> gains;  ///< empty: relevance is not graded
};

ExampleUser example_user(const Metric& metric) {
  const bool all_ranked = metric.kind == MetricKind::auc || metric.kind == MetricKind::gauc;
  const bool graded =
      metric.relevance_level > 0 || (uses_gains(metric.kind) && metric.gain != GainKind::linear);
  ExampleUser user = all_ranked ? ExampleUser{{1, 11}, 0, 80, {}} : ExampleUser{{1, 3}, 6, 0, {}};
  if (!graded) return user;
  const double highest = std::max(kUsualHighestGrade, metric.relevance_level);
  user.gains = {1, highest};
  user.unranked = all_ranked ? 0 : 1;
  user.gains.insert(user.gains.end(), user.unranked, highest);
  return user;
}

std::uint64_t relevant_items(const ExampleUser& user, double level) {
  if (user.gains.empty()) return user.ranks.size() + user.unranked;
  return static_cast<std::uint64_t>(
      std::count_if(user.gains.begin(), user.gains.end(),
                    [level](double gain) { return gain > 0 && gain >= level; }));
}

std::string described(const ExampleUser& user, double level) {
  std::string text = user.items > 0 ? fmt::format("n = {}", user.items)
                                    : fmt::format("|R| = {}", relevant_items(user, level));
  if (user.gains.empty()) {
    return text + fmt::format(", relevant items at ranks {} and {}", user.ranks[0], user.ranks[1]);
  }
  text += fmt::format(", items judged {} at rank {}, {} at rank {}", user.gains[0], user.ranks[0],
                      user.gains[1], user.ranks[1]);
  if (user.unranked > 0) text += fmt::format(", {} outside the list", user.gains[2]);
  return text;
}

}  // namespace

WorkedExample worked_example(const Metric& metric, bool cutoff_missing) {
  Metric complete = metric;
  if (cutoff_missing) complete.cutoff = kExampleCutoff;
  const ExampleUser user = example_user(complete);

  std::string setting;
  if (complete.kind == MetricKind::rbp) setting += fmt::format("p = {}, ", complete.persistence);
  if (complete.cutoff) {
    setting +=
        fmt::format("k = {}{}, ", *complete.cutoff, cutoff_missing ? " (none was given)" : "");
  } else if (cutoff_rule(complete.kind) == CutoffRule::optional) {
    setting += "whole ranking, ";
  }
  setting += described(user, complete.relevance_level);

  std::vector<TieGroup> groups;
  for (const std::uint64_t rank : user.ranks) groups.push_back({rank - 1, 1, 1});
  const double value = metric_value(complete, {groups, user.unranked, user.items, user.gains});
  return {setting,
          value < kLongestPlain ? fmt::format("{:.4f}", value) : fmt::format("{:.4e}", value)};
}

}  // namespace honestrank::metrics

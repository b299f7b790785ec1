#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

#include "honestrank/metrics/metric.h"
#include "honestrank/rankings/user_ranks.h"

/// Metrics of one strictly ordered list, written down as the textbooks do, and the orders a list
/// with ties can take. Slow and obvious on purpose: the library is tested against them.
namespace honestrank::definitions {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Items by falling score; items of one inner vector are tied. An item is its gain, 0 if it is
/// irrelevant.
struct TiedList {
  std::vector<std::vector<double>> levels;
  std::vector<double> unranked;  ///< gains of relevant items that the list does not hold
};

/// What the library sees of a TiedList, with the memory it needs.
class ListRanking {
 public:
  explicit ListRanking(const TiedList& list, bool graded = true) {
    std::uint64_t above = 0;
    for (const auto& level : list.levels) {
      std::vector<double> gains;
      std::copy_if(level.begin(), level.end(), std::back_inserter(gains),
                   [](double gain) { return gain > 0; });
      std::sort(gains.begin(), gains.end(), std::greater<>());
      if (!gains.empty()) groups_.push_back({above, level.size(), gains.size()});
      gains_.insert(gains_.end(), gains.begin(), gains.end());
      above += level.size();
    }
    std::vector<double> unranked = list.unranked;
    std::sort(unranked.begin(), unranked.end(), std::greater<>());
    gains_.insert(gains_.end(), unranked.begin(), unranked.end());
    ranking_ = {groups_, unranked.size(), above + unranked.size(), {}};
    if (graded) ranking_.gains = gains_;
  }
  ListRanking(const ListRanking&) = delete;
  ListRanking& operator=(const ListRanking&) = delete;

  const UserRanking& operator*() const { return ranking_; }

 private:
  std::vector<TieGroup> groups_;
  std::vector<double> gains_;
  UserRanking ranking_;
};

/// Calls `visit(list of gains)` for every order of the tied items, each equally often.
inline void for_each_order(const TiedList& list,
                           const std::function<void(const std::vector<double>&)>& visit,
                           std::vector<double> before = {}) {
  std::size_t level = 0;
  std::size_t items = 0;
  while (level < list.levels.size() && items < before.size()) items += list.levels[level++].size();
  if (level == list.levels.size()) return visit(before);

  const auto& tied = list.levels[level];
  std::vector<std::size_t> order(tied.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  do {
    std::vector<double> longer = before;
    for (const std::size_t item : order) longer.push_back(tied[item]);
    for_each_order(list, visit, longer);
  } while (std::next_permutation(order.begin(), order.end()));
}

inline double gain(GainKind kind, double judged) {
  if (judged == 0) return 0;
  if (kind == GainKind::binary) return 1;
  return kind == GainKind::linear ? judged : std::pow(2, judged) - 1;
}

inline double dcg(const std::vector<double>& gains, std::size_t k) {
  double sum = 0;
  for (std::size_t i = 0; i < std::min(k, gains.size()); ++i) {
    sum += gains[i] / std::log2(static_cast<double>(i) + 2);
  }
  return sum;
}

/// The metric of a list without ties; NaN where it is undefined.
inline double value(const Metric& metric, const std::vector<double>& list,
                    const std::vector<double>& unranked) {
  const double level = metric.relevance_level;
  const auto is_relevant = [level](double judged) { return judged > 0 && judged >= level; };
  const auto count = [&](const std::vector<double>& gains) {
    return static_cast<double>(std::count_if(gains.begin(), gains.end(), is_relevant));
  };
  const double relevant = count(list) + count(unranked);
  const double items = static_cast<double>(list.size() + unranked.size());
  if (relevant == 0) return kNan;
  const double k = metric.cutoff ? static_cast<double>(*metric.cutoff) : 1e18;

  double hits = 0;
  double hits_at_relevant = 0;
  double precisions = 0;
  double first = 0;
  double ranks = 0;
  double weights = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const double rank = static_cast<double>(i) + 1;
    if (!is_relevant(list[i])) continue;
    ranks += rank;
    if (rank <= relevant) ++hits_at_relevant;
    if (rank > k) continue;
    ++hits;
    precisions += hits / rank;
    if (first == 0) first = rank;
    weights += std::pow(metric.persistence, rank - 1);
  }

  switch (metric.kind) {
    case MetricKind::auc:
    case MetricKind::gauc:
      if (count(unranked) > 0 || relevant == items) return kNan;
      return (items - (relevant - 1) / 2 - ranks / relevant) / (items - relevant);
    case MetricKind::precision: return hits / k;
    case MetricKind::recall: return hits / relevant;
    case MetricKind::recall_capped: return hits / std::min(k, relevant);
    case MetricKind::f1: {
      const double precision = hits / k;
      const double recall = hits / relevant;
      return hits == 0 ? 0 : 2 * precision * recall / (precision + recall);
    }
    case MetricKind::ap: return precisions / std::min(k, relevant);
    case MetricKind::ap_trec: return precisions / relevant;
    case MetricKind::ndcg:
    case MetricKind::dcg: {
      const std::size_t depth = metric.cutoff ? *metric.cutoff : list.size() + unranked.size();
      std::vector<double> gains;
      const auto gain_of = [&](double judged) {
        return is_relevant(judged) ? gain(metric.gain, judged) : 0;
      };
      for (const double judged : list) gains.push_back(gain_of(judged));
      const double found = dcg(gains, depth);
      if (metric.kind == MetricKind::dcg) return found;
      for (const double judged : unranked) gains.push_back(gain_of(judged));
      std::sort(gains.begin(), gains.end(), std::greater<>());
      return found / dcg(gains, depth);
    }
    case MetricKind::rr: return first == 0 ? 0 : 1 / first;
    case MetricKind::hit: return first == 0 ? 0 : 1;
    case MetricKind::rbp: return (1 - metric.persistence) * weights;
    case MetricKind::r_precision: return hits_at_relevant / relevant;
  }
  return kNan;
}

/// Every kind of metric with every parameter it takes, cut at 1 .. `deepest` and not at all.
inline std::vector<Metric> all_metrics(std::uint64_t deepest) {
  std::vector<std::string> names = {"auc",         "gauc",    "r_precision", "ap",
                                    "ap_trec",     "ndcg",    "dcg",         "ndcg_exp",
                                    "ndcg_binary", "dcg_exp", "rr",          "rbp(p=0.3)"};
  const std::vector<std::string> with_cutoff = {
      "precision", "recall", "recall_capped", "f1",       "ap",          "ap_trec",   "ndcg",
      "dcg",       "rr",     "hit",           "ndcg_exp", "ndcg_binary", "rbp(p=0.9)"};
  for (std::uint64_t k = 1; k <= deepest; ++k) {
    for (const std::string& name : with_cutoff) names.push_back(name + "@" + std::to_string(k));
  }
  std::vector<Metric> metrics;
  for (const std::string& name : names) {
    metrics.push_back(parse_metric(name));
    Metric levelled = metrics.back();
    levelled.relevance_level = 2;
    metrics.push_back(levelled);
  }
  return metrics;
}

}  // namespace honestrank::definitions

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "honestrank/base/error.h"
#include "honestrank/metrics/evaluate.h"
#include "metrics/metric_definitions.h"

namespace honestrank {
namespace {

using definitions::ListRanking;
using definitions::TiedList;

struct Summary {
  double mean = 0;
  double highest = 0;
  double lowest = 0;
};

/// The metric over every order of the tied items.
Summary over_all_orders(const Metric& metric, const TiedList& list) {
  Summary summary{0, -1e300, 1e300};
  double orders = 0;
  definitions::for_each_order(list, [&](const std::vector<double>& order) {
    const double value = definitions::value(metric, order, list.unranked);
    summary.mean += value;
    summary.highest = std::max(summary.highest, value);
    summary.lowest = std::min(summary.lowest, value);
    ++orders;
  });
  summary.mean /= orders;
  return summary;
}

void expect_all_policies_right(const TiedList& list) {
  const ListRanking ranking(list);
  std::size_t items = 0;
  for (const auto& level : list.levels) items += level.size();
  for (const Metric& metric : definitions::all_metrics(items + 1)) {
    const Summary summary = over_all_orders(metric, list);
    const std::string name = canonical_name(metric);
    if (std::isnan(summary.mean)) {
      EXPECT_TRUE(std::isnan(metric_value(metric, *ranking))) << name;
      continue;
    }
    // Same sums in another order.
    EXPECT_NEAR(metric_value(metric, *ranking), summary.mean, 1e-12) << name;
    EXPECT_NEAR(metric_value(metric, *ranking, TiePolicy::optimistic), summary.highest, 1e-12)
        << name;
    EXPECT_NEAR(metric_value(metric, *ranking, TiePolicy::pessimistic), summary.lowest, 1e-12)
        << name;
  }
}

TEST(MetricValue, IsTheMeanOverAllOrdersOfTheTiedItems) {
  const std::vector<TiedList> lists = {
      {{{1, 0}}, {}},
      {{{0, 0, 1, 1}}, {}},
      {{{1, 1, 1}}, {}},
      {{{0}, {1, 0, 1, 0}, {1}, {0, 0}}, {}},
      {{{1, 1}, {0, 1, 0}, {1, 0}}, {1}},
      {{{0, 0, 0}, {1, 0, 1, 0}}, {1, 1}},
      {{{3, 0, 1}, {2, 2, 0}, {0}}, {}},
      {{{3, 2, 1}, {0, 0}}, {4}},
      {{{0.5, 2.5}, {0, 1.5, 0, 3}}, {0.25}},
  };
  for (const TiedList& list : lists) expect_all_policies_right(list);
}

TEST(MetricValue, IsTheMeanOverAllOrdersOfRandomLists) {
  std::mt19937_64 random(11);
  for (int repeat = 0; repeat < 40; ++repeat) {
    TiedList list;
    const std::size_t enough = 3 + random() % 4;
    for (std::size_t items = 0; items < enough; items += list.levels.back().size()) {
      auto& level = list.levels.emplace_back(1 + random() % 4);
      for (double& gain : level) {
        gain = random() % 2 == 0 ? 0 : static_cast<double>(1 + random() % 3);
      }
    }
    list.unranked.resize(random() % 3);
    for (double& gain : list.unranked) gain = static_cast<double>(1 + random() % 2);
    expect_all_policies_right(list);
  }
}

TEST(MetricValue, CountsEveryGainAsOneWhereNoneAreGiven) {
  const TiedList list = {{{1, 0, 1}, {1}, {0, 1}}, {1}};
  const ListRanking graded(list);
  const ListRanking plain(list, false);
  for (const Metric& metric : definitions::all_metrics(7)) {
    const double expected = metric_value(metric, *graded);
    const double value = metric_value(metric, *plain);
    EXPECT_TRUE(value == expected || (std::isnan(value) && std::isnan(expected)))
        << canonical_name(metric);
  }
}

/// A definite ranking of `items` items with `relevant` relevant ones, as rising ranks.
std::vector<std::uint64_t> random_ranks(std::mt19937_64& random, std::uint64_t items,
                                        std::uint64_t relevant) {
  std::vector<std::uint64_t> ranks(items);
  for (std::uint64_t i = 0; i < items; ++i) ranks[i] = i + 1;
  std::shuffle(ranks.begin(), ranks.end(), random);
  ranks.resize(relevant);
  std::sort(ranks.begin(), ranks.end());
  return ranks;
}

std::vector<TieGroup> single_items(const std::vector<std::uint64_t>& ranks) {
  std::vector<TieGroup> groups;
  for (const std::uint64_t rank : ranks) groups.push_back({rank - 1, 1, 1});
  return groups;
}

TEST(MetricValue, NeverFallsWhenARelevantItemRises) {
  std::mt19937_64 random(5);
  const auto metrics = definitions::all_metrics(30);
  for (int repeat = 0; repeat < 60; ++repeat) {
    auto ranks = random_ranks(random, 40, 1 + random() % 8);
    auto groups = single_items(ranks);
    const std::size_t riser = random() % ranks.size();
    const std::uint64_t before = riser == 0 ? 0 : ranks[riser - 1];
    if (ranks[riser] == before + 1) continue;
    auto risen = ranks;
    risen[riser] = before + 1 + random() % (ranks[riser] - before - 1);
    const auto better = single_items(risen);
    for (const Metric& metric : metrics) {
      if (metric.relevance_level > 0) continue;
      EXPECT_LE(metric_value(metric, {groups, 0, 40, {}}),
                metric_value(metric, {better, 0, 40, {}}) + 1e-15)
          << canonical_name(metric);
    }
    const Metric auc = parse_metric("auc");
    EXPECT_LT(metric_value(auc, {groups, 0, 40, {}}), metric_value(auc, {better, 0, 40, {}}));
  }
}

TEST(MetricValue, LiesInItsRangeAndBetweenItsBounds) {
  std::mt19937_64 random(6);
  const auto metrics = definitions::all_metrics(40);
  for (int repeat = 0; repeat < 200; ++repeat) {
    std::vector<TieGroup> groups;
    std::uint64_t end = 0;
    const std::uint64_t tie_groups = 1 + random() % 5;
    for (std::uint64_t i = 0; i < tie_groups; ++i) {
      const std::uint64_t above = end + random() % 300;
      const std::uint64_t size = 1 + random() % (repeat % 2 == 0 ? 2000 : 3);
      groups.push_back({above, size, 1 + random() % std::min<std::uint64_t>(size, 6)});
      end = above + size;
    }
    const UserRanking ranking{groups, random() % 2, 0, {}};
    const UserRanking full{groups, 0, end + random() % 1000, {}};
    for (const Metric& metric : metrics) {
      const bool auc = metric.kind == MetricKind::auc || metric.kind == MetricKind::gauc;
      const UserRanking& seen = auc ? full : ranking;
      const double value = metric_value(metric, seen);
      if (std::isnan(value)) continue;
      const double high = metric_value(metric, seen, TiePolicy::optimistic);
      const double low = metric_value(metric, seen, TiePolicy::pessimistic);
      EXPECT_GE(low, 0) << canonical_name(metric);
      EXPECT_LE(high, metric.kind == MetricKind::dcg ? 1e9 : 1) << canonical_name(metric);
      EXPECT_LE(low, value + 1e-14) << canonical_name(metric);
      EXPECT_LE(value, high + 1e-14) << canonical_name(metric);
    }
  }
}

TEST(MetricValue, DoesNotCareHowRelevantItemsOfOneRunAreGrouped) {
  // Ranks 3, 4, 5 all relevant: one tie group of three or three single items.
  const std::vector<TieGroup> run = {{0, 1, 1}, {2, 3, 3}, {700, 900, 900}};
  std::vector<TieGroup> singles = {{0, 1, 1}, {2, 1, 1}, {3, 1, 1}, {4, 1, 1}};
  for (std::uint64_t i = 0; i < 900; ++i) singles.push_back({700 + i, 1, 1});
  for (const Metric& metric : definitions::all_metrics(10)) {
    if (metric.relevance_level > 0) continue;
    const double expected = metric_value(metric, {singles, 0, 5000, {}});
    for (const TiePolicy ties :
         {TiePolicy::expected, TiePolicy::optimistic, TiePolicy::pessimistic}) {
      EXPECT_NEAR(metric_value(metric, {run, 0, 5000, {}}, ties), expected, 1e-12)
          << canonical_name(metric);
    }
  }
}

TEST(MetricValue, IsExactlyOneForAPerfectRanking) {
  const std::vector<TieGroup> groups = {{0, 1, 1}, {1, 1, 1}, {2, 1, 1}, {3, 1, 1}, {4, 1, 1}};
  const std::vector<double> gains = {4, 3, 3, 2, 1};
  for (const char* name :
       {"auc", "recall@5", "recall@9", "precision@5", "recall_capped@3", "f1@5", "ap", "ap@3",
        "ap_trec", "ndcg", "ndcg@3", "ndcg_exp@4", "rr", "hit@1", "r_precision"}) {
    EXPECT_EQ(metric_value(parse_metric(name), {groups, 0, 100, gains}), 1.0) << name;
  }
}

TEST(MetricValue, MeetsTheSameListManyAnswersTable) {
  // k = 5. Case 1: hits at ranks 1 and 3, |R| = 8. Case 2: rank 2, |R| = 1. Case 3: 1, 3, |R| = 2.
  const std::vector<TieGroup> one_and_three = {{0, 1, 1}, {2, 1, 1}};
  const std::vector<TieGroup> two = {{1, 1, 1}};
  const UserRanking cases[] = {
      {one_and_three, 6, 0, {}}, {two, 0, 0, {}}, {one_and_three, 0, 0, {}}};
  const struct {
    const char* name;
    double values[3];
  } rows[] = {
      {"ap_trec@5", {0.2083, 0.5000, 0.8333}}, {"ap@5", {0.3333, 0.5000, 0.8333}},
      {"ndcg@5", {0.5087, 0.6309, 0.9197}},    {"recall@5", {0.2500, 1, 1}},
      {"recall_capped@5", {0.4000, 1, 1}},     {"precision@5", {0.4000, 0.2000, 0.4000}},
      {"ndcg", {0.3794, 0.6309, 0.9197}},
  };
  for (const auto& row : rows) {
    for (int i = 0; i < 3; ++i) {
      EXPECT_NEAR(metric_value(parse_metric(row.name), cases[i]), row.values[i], 5e-5)
          << row.name << " case " << i + 1;
    }
  }
}

TEST(MetricValue, AtARelevanceLevelIsWhatRanxGives) {
  // ranx 0.3.21 for the qrels {a: 1, b: 3, c: 2, d: 2, e: 1, z: 4} and the run a b x c y d e.
  const std::vector<TieGroup> groups = {{0, 1, 1}, {1, 1, 1}, {3, 1, 1}, {5, 1, 1}, {6, 1, 1}};
  const std::vector<double> gains = {1, 3, 2, 2, 1, 4};
  const std::vector<std::pair<const char*, double>> values = {
      {"ndcg@10-l2", 0.4470586923218773},
      {"ndcg@3-l2", 0.27460425513113723},
      {"ndcg-l3", 0.3212043018970804},
      {"ndcg_burges@10-l2", 0.3051600932056114},
      {"dcg@10-l2", 3.466556751077203},
      {"dcg_burges@5-l2", 5.708537949220382},
      {"precision@5-l2", 0.4},
      {"recall@5-l2", 0.5},
      {"f1@5-l2", 0.4444444444444445},
      {"ap_trec@10-l2", 0.375},
      {"mrr@10-l2", 0.5},
      {"hit_rate@1-l2", 0.0},
      {"r-precision-l2", 0.5},
  };
  for (const auto& [name, value] : values) {
    // Sums of the same few terms in another order.
    EXPECT_NEAR(metric_value(parse_metric(name), {groups, 1, 0, gains}), value, 1e-14) << name;
  }
}

TEST(MetricValue, ChecksOnlyTheGainsThatReachTheRelevanceLevel) {
  const std::vector<TieGroup> groups = {{0, 1, 1}, {1, 1, 1}};
  const std::vector<double> gains = {1e-200, 2};
  EXPECT_THROW(metric_value(parse_metric("ndcg"), {groups, 0, 9, gains}), InputError);
  EXPECT_EQ(metric_value(parse_metric("dcg(rel=2)@1"), {groups, 0, 9, gains}), 0.0);
}

TEST(MetricValue, StaysCheapAndFiniteForHugeTieGroups) {
  const std::vector<TieGroup> groups = {{1000, 20000000, 12}};
  for (const Metric& metric : definitions::all_metrics(2)) {
    if (metric.relevance_level > 0) continue;
    for (int repeat = 0; repeat < 100; ++repeat) {
      const double value = metric_value(metric, {groups, 0, 30000000, {}});
      ASSERT_TRUE(std::isfinite(value)) << canonical_name(metric);
    }
  }
}

TEST(MetricValue, IsNanWhereTheMetricIsUndefined) {
  const std::vector<TieGroup> groups = {{0, 1, 1}};
  EXPECT_TRUE(std::isnan(metric_value(parse_metric("ndcg@10"), {{}, 0, 10, {}})));
  EXPECT_TRUE(std::isnan(metric_value(parse_metric("p(rel=2)@10"), {groups, 0, 10, {}})));
  EXPECT_TRUE(std::isnan(metric_value(parse_metric("auc"), {groups, 1, 10, {}})));
  EXPECT_TRUE(std::isnan(metric_value(parse_metric("auc"), {groups, 0, 0, {}})));
  EXPECT_TRUE(std::isnan(metric_value(parse_metric("auc"), {groups, 0, 1, {}})));
  EXPECT_EQ(metric_value(parse_metric("ndcg@10"), {{}, 3, 10, {}}), 0.0);
}

TEST(MetricValue, RefusesWhatItCannotEvaluate) {
  const std::vector<TieGroup> groups = {{0, 2, 1}};
  const std::vector<TieGroup> broken = {{0, 2, 3}};
  const std::vector<double> two_gains = {2, 1};
  const std::vector<double> high = {600};
  EXPECT_THROW(metric_value(parse_metric("rr"), {groups, 0, 9, {}}, TiePolicy::random), InputError);
  EXPECT_THROW(metric_value(parse_metric("rr"), {broken, 0, 9, {}}), InputError);
  EXPECT_THROW(metric_value(parse_metric("rr"), {groups, 0, 9, two_gains}), InputError);
  EXPECT_THROW(metric_value(parse_metric("ndcg_exp"), {groups, 0, 9, high}), InputError);
  EXPECT_NO_THROW(metric_value(parse_metric("ndcg"), {groups, 0, 9, high}));
  Metric no_cutoff = parse_metric("precision@10");
  no_cutoff.cutoff = 0;
  EXPECT_THROW(metric_value(no_cutoff, {groups, 0, 9, {}}), InputError);
}

}  // namespace
}  // namespace honestrank

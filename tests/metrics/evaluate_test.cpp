#include "honestrank/metrics/evaluate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <functional>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "honestrank/base/error.h"
#include "metrics/metric_definitions.h"

namespace honestrank {
namespace {

using testing::ElementsAre;
using testing::Field;
using testing::IsEmpty;

void add_user(UserRanks& ranks, const UserRanking& ranking) {
  ranks.user.push_back(static_cast<std::uint32_t>(ranks.size()));
  ranks.items.push_back(ranking.items);
  ranks.unranked.push_back(ranking.unranked);
  ranks.groups.insert(ranks.groups.end(), ranking.groups.begin(), ranking.groups.end());
  ranks.group_begin.push_back(ranks.groups.size());
  if (ranking.gains.empty()) return;
  if (ranks.gain_begin.empty()) ranks.gain_begin.push_back(0);
  ranks.gains.insert(ranks.gains.end(), ranking.gains.begin(), ranking.gains.end());
  ranks.gain_begin.push_back(ranks.gains.size());
}

/// One relevant item per user, at these ranks.
UserRanks single_items(const std::vector<std::uint64_t>& item_ranks, std::uint64_t items) {
  UserRanks ranks;
  for (const std::uint64_t rank : item_ranks) {
    const std::vector<TieGroup> group = {{rank - 1, 1, 1}};
    add_user(ranks, {group, 0, items, {}});
  }
  return ranks;
}

/// Users of every sort: with ties of many sizes, without relevant items, with unranked ones.
UserRanks random_users(std::size_t users, std::uint64_t seed, bool graded) {
  std::mt19937_64 random(seed);
  UserRanks ranks;
  if (graded) ranks.gain_begin.push_back(0);
  for (std::size_t u = 0; u < users; ++u) {
    std::vector<TieGroup> groups;
    std::vector<double> gains;
    std::uint64_t end = 0;
    const std::uint64_t count = random() % 5;
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t above = end + random() % 20;
      const std::uint64_t size = random() % 3 == 0 ? 1 + random() % 1000 : 1;
      const std::uint64_t relevant = 1 + random() % std::min<std::uint64_t>(size, 4);
      groups.push_back({above, size, relevant});
      std::vector<double> group_gains(relevant);
      for (double& gain : group_gains) gain = static_cast<double>(1 + random() % 4);
      std::sort(group_gains.begin(), group_gains.end(), std::greater<>());
      gains.insert(gains.end(), group_gains.begin(), group_gains.end());
      end = above + size;
    }
    const std::uint64_t unranked = random() % 6 == 0 ? 2 : 0;
    gains.insert(gains.end(), unranked, 1.0);
    const std::uint64_t items = random() % 9 == 0 ? 0 : end + unranked + random() % 100;
    if (graded && gains.empty()) {
      add_user(ranks, {groups, unranked, items, {}});
      ranks.gain_begin.push_back(ranks.gains.size());
    } else {
      add_user(ranks, {groups, unranked, items, graded ? gains : std::vector<double>{}});
    }
  }
  return ranks;
}

TEST(Evaluate, MeetsTableOneOfKricheneAndRendle) {
  const struct {
    std::vector<std::uint64_t> ranks;
    double values[4];
  } recommenders[] = {
      {{100, 100, 100, 100, 100}, {0.990, 0.010, 0.150, 0.000}},
      {{40, 40, 8437, 9266, 4482}, {0.555, 0.010, 0.122, 0.000}},
      {{212, 2, 743, 5342, 1548}, {0.843, 0.101, 0.208, 0.200}},
  };
  const auto metrics = parse_metrics("auc,ap,ndcg,recall@10");
  for (const auto& recommender : recommenders) {
    const Evaluation evaluation = evaluate(single_items(recommender.ranks, 10000), metrics);
    for (std::size_t m = 0; m < metrics.size(); ++m) {
      EXPECT_NEAR(evaluation.results[m].value, recommender.values[m], 5e-4)
          << metrics[m].name;  // three printed digits
    }
  }
}

TEST(Evaluate, AveragesWhatMetricValueGivesForEachUser) {
  for (const bool graded : {false, true}) {
    const UserRanks ranks = random_users(1500, 3, graded);
    const auto metrics = definitions::all_metrics(2);
    for (const TiePolicy ties :
         {TiePolicy::expected, TiePolicy::optimistic, TiePolicy::pessimistic}) {
      const Evaluation evaluation = evaluate(ranks, metrics, {.ties = ties, .per_user = true});
      for (std::size_t m = 0; m < metrics.size(); ++m) {
        const MetricResult& result = evaluation.results[m];
        const std::string name = canonical_name(metrics[m]);
        double sum = 0;
        double weights = 0;
        ASSERT_EQ(result.per_user.size(), ranks.size());
        for (std::size_t entry = 0; entry < ranks.size(); ++entry) {
          const double value = metric_value(metrics[m], ranks[entry], ties);
          if (std::isnan(value)) {
            ASSERT_TRUE(std::isnan(result.per_user[entry])) << name;
            continue;
          }
          ASSERT_NEAR(result.per_user[entry], value, 1e-14) << name;
          double weight = 1;
          if (metrics[m].kind == MetricKind::gauc) {
            weight = std::round(metrics[m].relevance_level) == 0
                         ? static_cast<double>(ranks[entry].relevant())
                         : static_cast<double>(
                               std::count_if(ranks[entry].gains.begin(), ranks[entry].gains.end(),
                                             [](double gain) { return gain >= 2; }));
          }
          sum += weight * value;
          weights += weight;
        }
        if (weights == 0) {
          EXPECT_TRUE(std::isnan(result.value)) << name;
        } else {
          EXPECT_NEAR(result.value, sum / weights, 1e-12) << name;
        }
        EXPECT_EQ(result.users + result.users_skipped, ranks.size()) << name;
      }
    }
  }
}

void expect_same_bits(double a, double b, const std::string& what) {
  EXPECT_EQ(std::bit_cast<std::uint64_t>(a), std::bit_cast<std::uint64_t>(b)) << what;
}

TEST(Evaluate, HasTheSameBitsForAnyNumberOfThreads) {
  const UserRanks ranks = random_users(5000, 4, true);
  const auto metrics = definitions::all_metrics(3);
  for (const TiePolicy ties : {TiePolicy::expected, TiePolicy::random}) {
    const auto with = [&](unsigned threads) {
      return evaluate(ranks, metrics, {.ties = ties, .threads = threads, .per_user = true});
    };
    const Evaluation one = with(1);
    for (const unsigned threads : {2U, 7U}) {
      const Evaluation many = with(threads);
      EXPECT_EQ(many.users_with_ties, one.users_with_ties);
      for (std::size_t m = 0; m < metrics.size(); ++m) {
        const MetricResult& a = one.results[m];
        const MetricResult& b = many.results[m];
        expect_same_bits(a.value, b.value, metrics[m].name);
        expect_same_bits(a.standard_error, b.standard_error, metrics[m].name);
        expect_same_bits(a.low, b.low, metrics[m].name);
        expect_same_bits(a.optimistic, b.optimistic, metrics[m].name);
        expect_same_bits(a.pessimistic, b.pessimistic, metrics[m].name);
        EXPECT_EQ(std::memcmp(a.per_user.data(), b.per_user.data(), ranks.size() * sizeof(double)),
                  0)
            << metrics[m].name;
      }
    }
  }
}

TEST(Evaluate, GivesOneAnswerUnderEveryPolicyWhereNothingIsTied) {
  const UserRanks ranks = single_items({3, 1, 7, 2, 900, 45, 10}, 1000);
  const auto metrics = definitions::all_metrics(10);
  const Evaluation expected = evaluate(ranks, metrics);
  EXPECT_EQ(expected.users_with_ties, 0U);
  for (const TiePolicy ties : {TiePolicy::optimistic, TiePolicy::pessimistic, TiePolicy::random}) {
    const Evaluation other = evaluate(ranks, metrics, {.ties = ties});
    for (std::size_t m = 0; m < metrics.size(); ++m) {
      const MetricResult& result = other.results[m];
      expect_same_bits(result.value, expected.results[m].value, metrics[m].name);
      expect_same_bits(result.value, result.optimistic, metrics[m].name);
      expect_same_bits(result.value, result.pessimistic, metrics[m].name);
    }
  }
}

TEST(Evaluate, RandomOrdersAverageToTheExpectation) {
  const std::vector<TieGroup> groups = {{1, 5, 2}, {8, 3, 3}, {11, 40, 4}};
  const std::vector<double> gains = {3, 1, 4, 2, 2, 5, 3, 2, 1, 6};
  UserRanks ranks;
  for (int user = 0; user < 20000; ++user) add_user(ranks, {groups, 1, 60, gains});
  UserRanks ranked_only;
  for (int user = 0; user < 20000; ++user) add_user(ranked_only, {groups, 0, 60, {}});
  const auto metrics = definitions::all_metrics(14);
  for (const UserRanks& users : {std::cref(ranks), std::cref(ranked_only)}) {
    const Evaluation random = evaluate(users, metrics, {.ties = TiePolicy::random, .seed = 8});
    for (std::size_t m = 0; m < metrics.size(); ++m) {
      const double expected = metric_value(metrics[m], users[0]);
      if (std::isnan(expected)) continue;
      const MetricResult& result = random.results[m];
      EXPECT_NEAR(result.value, expected, 4.5 * result.standard_error + 1e-12)
          << canonical_name(metrics[m]);
    }
  }
}

TEST(Evaluate, AnotherSeedGivesAnotherRandomOrder) {
  const UserRanks ranks = random_users(300, 5, false);
  const auto metrics = parse_metrics("ndcg@10");
  const auto with = [&](std::uint64_t seed) {
    return evaluate(ranks, metrics, {.ties = TiePolicy::random, .seed = seed}).results[0].value;
  };
  EXPECT_EQ(with(1), with(1));
  EXPECT_NE(with(1), with(2));
}

TEST(Evaluate, TheOrderOfUsersDoesNotMatterAndPartsAddUp) {
  const UserRanks a = random_users(1500, 6, false);
  const UserRanks b = random_users(2700, 7, false);
  UserRanks both;
  UserRanks reversed;
  for (std::size_t u = 0; u < a.size(); ++u) add_user(both, a[u]);
  for (std::size_t u = 0; u < b.size(); ++u) add_user(both, b[u]);
  for (std::size_t u = both.size(); u-- > 0;) add_user(reversed, both[u]);

  const auto metrics = parse_metrics("ndcg@10,ap,rr,hit@5,auc");
  const Evaluation in_a = evaluate(a, metrics);
  const Evaluation in_b = evaluate(b, metrics);
  const Evaluation in_both = evaluate(both, metrics);
  const Evaluation in_reversed = evaluate(reversed, metrics);
  EXPECT_EQ(in_both.users_with_ties, in_a.users_with_ties + in_b.users_with_ties);
  EXPECT_EQ(in_both.unranked, in_a.unranked + in_b.unranked);
  for (std::size_t m = 0; m < metrics.size(); ++m) {
    const double users_a = static_cast<double>(in_a.results[m].users);
    const double users_b = static_cast<double>(in_b.results[m].users);
    EXPECT_NEAR(
        in_both.results[m].value,
        (users_a * in_a.results[m].value + users_b * in_b.results[m].value) / (users_a + users_b),
        1e-13);
    EXPECT_NEAR(in_both.results[m].value, in_reversed.results[m].value, 1e-13);
    EXPECT_NEAR(in_both.results[m].standard_error, in_reversed.results[m].standard_error, 1e-13);
  }
}

TEST(Evaluate, StandardErrorAndIntervalAreThoseOfAMean) {
  // hit@1 of 12 ones and 8 zeros: mean 0.6, sample variance 4.8 / 19, t(19; 0.975) = 2.0930240544.
  const Evaluation evaluation =
      evaluate(single_items({2, 1, 1, 5, 1, 2, 1, 1, 5, 1, 2, 1, 1, 5, 1, 2, 1, 1, 5, 1}, 10),
               parse_metrics("hit@1"));
  const MetricResult& result = evaluation.results[0];
  const double standard_error = std::sqrt(4.8 / 19 / 20);
  EXPECT_DOUBLE_EQ(result.value, 0.6);
  EXPECT_NEAR(result.standard_error, standard_error, 1e-15);
  EXPECT_NEAR(result.low, 0.6 - 2.0930240544 * standard_error, 1e-9);
  EXPECT_NEAR(result.high, 0.6 + 2.0930240544 * standard_error, 1e-9);
}

TEST(Evaluate, IntervalEndsWhereTheMetricsRangeDoes) {
  // 0.6 +- 0.68 for hit@1; dcg has no upper end.
  const Evaluation evaluation =
      evaluate(single_items({2, 1, 1, 5, 1}, 10), parse_metrics("hit@1,dcg@1"));
  EXPECT_EQ(evaluation.results[0].low, 0.0);
  EXPECT_EQ(evaluation.results[0].high, 1.0);
  EXPECT_EQ(evaluation.results[1].low, 0.0);
  EXPECT_NEAR(evaluation.results[1].high, 0.6 + 2.7764451052 * std::sqrt(0.3 / 5), 1e-9);
}

TEST(Evaluate, StandardErrorOverManyBlocksIsThatOfOnePass) {
  const UserRanks ranks = random_users(4000, 9, false);
  const Evaluation evaluation = evaluate(ranks, parse_metrics("ndcg@10,gauc"), {.per_user = true});

  double n = 0;
  double mean = 0;
  double squares = 0;
  for (const double value : evaluation.results[0].per_user) n += std::isnan(value) ? 0 : 1;
  for (const double value : evaluation.results[0].per_user)
    mean += std::isnan(value) ? 0 : value / n;
  for (const double value : evaluation.results[0].per_user) {
    squares += std::isnan(value) ? 0 : (value - mean) * (value - mean);
  }
  EXPECT_NEAR(evaluation.results[0].standard_error, std::sqrt(squares / (n - 1) / n), 1e-13);

  const std::vector<double>& auc = evaluation.results[1].per_user;
  double users = 0;
  double weights = 0;
  double weighted = 0;
  for (std::size_t u = 0; u < auc.size(); ++u) {
    if (std::isnan(auc[u])) continue;
    const double weight = static_cast<double>(ranks[u].relevant());
    ++users;
    weights += weight;
    weighted += weight * auc[u];
  }
  double deviations = 0;
  for (std::size_t u = 0; u < auc.size(); ++u) {
    if (std::isnan(auc[u])) continue;
    const double weight = static_cast<double>(ranks[u].relevant());
    deviations += std::pow(weight * (auc[u] - weighted / weights), 2);
  }
  EXPECT_NEAR(evaluation.results[1].value, weighted / weights, 1e-13);
  EXPECT_NEAR(evaluation.results[1].standard_error,
              std::sqrt(users / (users - 1) * deviations) / weights, 1e-13);
}

TEST(Evaluate, CountsSkippedUsersByReason) {
  const std::vector<TieGroup> group = {{0, 1, 1}};
  UserRanks ranks;
  add_user(ranks, {group, 0, 10, {}});
  add_user(ranks, {{}, 0, 10, {}});
  add_user(ranks, {{}, 0, 10, {}});
  add_user(ranks, {group, 3, 10, {}});
  add_user(ranks, {group, 0, 0, {}});
  add_user(ranks, {group, 0, 1, {}});
  const Evaluation evaluation = evaluate(ranks, parse_metrics("auc,rr"), {.per_user = true});

  const MetricResult& auc = evaluation.results[0];
  EXPECT_EQ(auc.users, 1U);
  EXPECT_EQ(auc.users_skipped, 5U);
  const auto skipped = [](const char* reason, std::uint64_t users) {
    return testing::AllOf(Field(&SkippedUsers::reason, reason), Field(&SkippedUsers::users, users));
  };
  EXPECT_THAT(
      auc.skipped,
      ElementsAre(skipped("no relevant item", 2), skipped("relevant items outside the ranking", 1),
                  skipped("number of items unknown", 1), skipped("no irrelevant item", 1)));
  EXPECT_EQ(auc.value, 1.0);
  EXPECT_TRUE(std::isnan(auc.standard_error));
  EXPECT_TRUE(std::isnan(auc.low));
  EXPECT_TRUE(std::isnan(auc.per_user[1]));

  EXPECT_THAT(evaluation.results[1].skipped, ElementsAre(skipped("no relevant item", 2)));
  EXPECT_EQ(evaluation.results[1].users, 4U);
  EXPECT_EQ(evaluation.users_with_unranked, 1U);
  EXPECT_EQ(evaluation.unranked, 3U);
}

TEST(Evaluate, ScoresEmptyUsersZeroOnRequestExceptForAuc) {
  const std::vector<TieGroup> group = {{0, 1, 1}};
  UserRanks ranks;
  add_user(ranks, {group, 0, 10, {}});
  add_user(ranks, {{}, 0, 10, {}});
  const Evaluation evaluation = evaluate(ranks, parse_metrics("ndcg@10,p(rel=2)@1,auc,gauc"),
                                         {.empty_users = EmptyUsers::zero, .per_user = true});
  EXPECT_EQ(evaluation.results[0].value, 0.5);
  EXPECT_EQ(evaluation.results[0].users, 2U);
  EXPECT_THAT(evaluation.results[0].per_user, ElementsAre(1.0, 0.0));
  EXPECT_EQ(evaluation.results[1].value, 0.0);
  EXPECT_EQ(evaluation.results[1].users, 2U);
  for (const std::size_t m : {2U, 3U}) {
    EXPECT_EQ(evaluation.results[m].users, 1U);
    EXPECT_EQ(evaluation.results[m].users_skipped, 1U);
  }
}

TEST(Evaluate, WithoutUsersThereIsNoValue) {
  const Evaluation evaluation = evaluate(UserRanks{}, parse_metrics("ndcg@10"));
  EXPECT_TRUE(std::isnan(evaluation.results[0].value));
  EXPECT_TRUE(std::isnan(evaluation.results[0].optimistic));
  EXPECT_EQ(evaluation.results[0].users, 0U);
  EXPECT_THAT(evaluation.results[0].skipped, IsEmpty());
  EXPECT_THAT(evaluation.results[0].per_user, IsEmpty());
  EXPECT_THAT(evaluate(UserRanks{}, {}).results, IsEmpty());
}

TEST(Evaluate, CountsTiedGainsAsTies) {
  const std::vector<TieGroup> group = {{0, 2, 2}};
  const std::vector<double> equal = {2, 2};
  const std::vector<double> unequal = {2, 1};
  UserRanks ranks;
  add_user(ranks, {group, 0, 10, equal});
  add_user(ranks, {group, 0, 10, unequal});
  const Evaluation evaluation = evaluate(ranks, parse_metrics("ndcg@10,recall@1"));
  EXPECT_EQ(evaluation.users_with_ties, 1U);
  EXPECT_LT(evaluation.results[0].pessimistic, evaluation.results[0].value);
  EXPECT_EQ(evaluation.results[0].optimistic, 1.0);
  EXPECT_EQ(evaluation.results[1].optimistic, evaluation.results[1].pessimistic);
}

TEST(Evaluate, ReportsProgressAndCanBeCancelled) {
  const UserRanks ranks = random_users(4000, 10, false);
  const auto metrics = parse_metrics("ndcg@10");
  std::uint64_t last = 0;
  evaluate(ranks, metrics, {.threads = 2, .progress = [&](const Progress& progress) {
                              EXPECT_GT(progress.done, last);
                              EXPECT_EQ(progress.total, 4000U);
                              last = progress.done;
                            }});
  EXPECT_EQ(last, 4000U);
  EXPECT_THROW(evaluate(ranks, metrics,
                        {.progress = [](const Progress&) { throw std::runtime_error("stop"); }}),
               std::runtime_error);
}

TEST(Evaluate, RefusesBrokenRanksMetricsAndGains) {
  UserRanks broken = single_items({1}, 10);
  broken.groups[0].relevant = 2;
  EXPECT_THROW(evaluate(broken, parse_metrics("rr")), InputError);

  Metric metric = parse_metric("rbp(p=0.5)");
  metric.persistence = 1;
  const std::vector<Metric> metrics = {metric};
  try {
    evaluate(single_items({1}, 10), metrics);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "evaluate: expected a persistence p above 0 and below 1, as in rbp(p=0.85); got "
                 "'rbp(p=0.5)'");
  }

  const std::vector<TieGroup> group = {{0, 1, 1}};
  const std::vector<double> gains = {1024};
  UserRanks high;
  add_user(high, {group, 0, 10, gains});
  EXPECT_THROW(evaluate(high, parse_metrics("ndcg_exp@10")), InputError);
  EXPECT_EQ(evaluate(high, parse_metrics("ndcg@10")).results[0].value, 1.0);
}

}  // namespace
}  // namespace honestrank

// Expectation and spread of sampled metrics: published numbers, every sample counted out by hand,
// and what must hold in theory.

#include "honestrank/sampling/expect.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <vector>

#include "error_message.h"
#include "honestrank/base/error.h"
#include "honestrank/base/random.h"
#include "sampling/small_rankings.h"

namespace honestrank {
namespace {

using testing_support::lone_ranks;
using testing_support::random_ranking;

/// Krichene & Rendle, Table 2 (their numbers are simulated; these are exact).
TEST(ExpectSampled, GivesTableTwo) {
  const struct {
    std::vector<std::uint64_t> ranks;
    double auc, auc_deviation, ap, ap_deviation, ndcg, ndcg_deviation, recall, recall_deviation;
  } models[] = {
      {{100, 100, 100, 100, 100}, .9901, .0045, .6366, .1304, .7290, .0978, 1.0000, .0001},
      {{40, 40, 8437, 9266, 4482}, .5548, .0136, .3407, .0711, .4473, .0528, .4000, .0000},
      {{212, 2, 743, 5342, 1548}, .8431, .0138, .3262, .0509, .4600, .0395, .5694, .0902},
  };
  const auto metrics = parse_metrics("auc,ap,ndcg,recall@10");
  for (const auto& model : models) {
    const auto expected =
        expect_sampled(lone_ranks(model.ranks, 10000), metrics, {.samples = 99}).metrics;
    const double values[] = {model.auc, model.ap, model.ndcg, model.recall};
    const double deviations[] = {model.auc_deviation, model.ap_deviation, model.ndcg_deviation,
                                 model.recall_deviation};
    for (std::size_t i = 0; i < 4; ++i) {
      EXPECT_NEAR(expected[i].value, values[i], 0.5001e-4) << metrics[i].name;
      EXPECT_NEAR(expected[i].standard_deviation, deviations[i], 0.5001e-4) << metrics[i].name;
      EXPECT_EQ(expected[i].users, 5U);
    }
  }
}

/// The sampled ranking for one sample: which irrelevant items (0 is the best) were drawn.
UserRanking sampled_ranking(const UserRanking& full, const std::vector<std::uint64_t>& sample,
                            std::vector<TieGroup>& groups) {
  groups.clear();
  std::uint64_t found = 0;
  for (const TieGroup& group : full.groups) {
    const std::uint64_t first_tied = group.above - found;
    const std::uint64_t tied = group.size - group.relevant;
    TieGroup own{found, group.relevant, group.relevant};
    for (const std::uint64_t item : sample) {
      if (item < first_tied) ++own.above;
      if (item >= first_tied && item < first_tied + tied) ++own.size;
    }
    groups.push_back(own);
    found += group.relevant;
  }
  return {groups, 0, sample.size() + found, {}};
}

TEST(ExpectSampled, EqualsTheMeanOverAllSamples) {
  const auto metrics = parse_metrics(
      "auc,ap,ndcg,recall@3,precision@2,rr,hit@2,ap@2,ndcg@3,rbp,f1@3,r_precision,dcg,"
      "recall_capped@2,ap_trec@2,gauc");
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const UserRanks ranks = random_ranking(CounterRandom(seed), 8);
    const UserRanking full = ranks[0];
    const std::uint64_t irrelevant = full.items - full.relevant();
    if (irrelevant == 0) continue;
    for (const Replacement replacement : {Replacement::with, Replacement::without}) {
      const std::uint64_t samples = 1 + seed % 3;
      if (replacement == Replacement::without && samples > irrelevant) continue;
      std::vector<double> sum(metrics.size());
      std::vector<double> squares(metrics.size());
      double all = 0;
      std::vector<std::uint64_t> sample(samples);
      std::vector<TieGroup> groups;
      const std::function<void(std::size_t)> draw = [&](std::size_t place) {
        if (place == samples) {
          const UserRanking sampled = sampled_ranking(full, sample, groups);
          for (std::size_t i = 0; i < metrics.size(); ++i) {
            const double value = metric_value(metrics[i], sampled);
            sum[i] += value;
            squares[i] += value * value;
          }
          ++all;
          return;
        }
        for (std::uint64_t item = 0; item < irrelevant; ++item) {
          const auto begin = sample.begin();
          const auto end = begin + static_cast<std::ptrdiff_t>(place);
          if (replacement == Replacement::without && std::find(begin, end, item) != end) continue;
          sample[place] = item;
          draw(place + 1);
        }
      };
      draw(0);
      const auto expected =
          expect_sampled(ranks, metrics, {.samples = samples, .replacement = replacement}).metrics;
      for (std::size_t i = 0; i < metrics.size(); ++i) {
        const double mean = sum[i] / all;
        const double variance = std::max(0.0, squares[i] / all - mean * mean);
        EXPECT_NEAR(expected[i].value, mean, 1e-12) << metrics[i].name << " " << seed;
        EXPECT_NEAR(expected[i].standard_deviation, std::sqrt(variance), 1e-7)
            << metrics[i].name << " " << seed;
      }
    }
  }
}

TEST(ExpectSampled, LeavesAucAlone) {
  for (const Replacement replacement : {Replacement::with, Replacement::without}) {
    for (const std::uint64_t rank : {1U, 7U, 500U, 1000U}) {
      for (const std::uint64_t samples : {1U, 10U, 500U}) {
        const UserRanks ranks = lone_ranks({rank}, 1000);
        const double exact = metric_value(parse_metric("auc"), ranks[0]);
        const auto sampled = expect_sampled(ranks, parse_metrics("auc"),
                                            {.samples = samples, .replacement = replacement});
        EXPECT_NEAR(sampled.metrics[0].value, exact, 1e-13);
      }
    }
  }
}

/// With one sample the sampled rank is 1 or 2: every metric is a line in the rank.
TEST(ExpectSampled, IsLinearInTheRankForOneSample) {
  for (const char* name : {"ap", "ndcg", "recall@1", "rr"}) {
    const auto value = [&](std::uint64_t rank) {
      return expect_sampled(lone_ranks({rank}, 101), parse_metrics(name), {.samples = 1})
          .metrics[0]
          .value;
    };
    for (std::uint64_t rank = 2; rank <= 100; ++rank) {
      EXPECT_NEAR(value(rank), (value(rank - 1) + value(rank + 1)) / 2, 1e-14) << name;
    }
  }
}

TEST(ExpectSampled, IsTheExactMetricWhereEverythingIsDrawn) {
  const auto metrics = parse_metrics("auc,ap,ndcg,recall@3,rr,ap@2,ndcg@3");
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const UserRanks ranks = random_ranking(CounterRandom(seed, 1), 12);
    const std::uint64_t irrelevant = 12 - ranks[0].relevant();
    if (irrelevant == 0) continue;
    const auto expected =
        expect_sampled(ranks, metrics, {.samples = irrelevant, .replacement = Replacement::without})
            .metrics;
    for (std::size_t i = 0; i < metrics.size(); ++i) {
      EXPECT_NEAR(expected[i].value, metric_value(metrics[i], ranks[0]), 1e-12);
      EXPECT_NEAR(expected[i].standard_deviation, 0, 1e-7);
    }
  }
}

/// Many relevant items, all tied with all others: no order is better than another.
TEST(ExpectSampled, DoesNotUnderflowWhereManyTie) {
  for (const std::uint64_t relevant : {2U, 400U, 900U}) {
    UserRanks ranks;
    ranks.user = {0};
    ranks.items = {relevant + 1000};
    ranks.unranked = {0};
    ranks.groups = {{0, relevant + 1000, relevant}};
    ranks.group_begin = {0, 1};
    const auto expected = expect_sampled(ranks, parse_metrics("auc"),
                                         {.samples = 1000, .replacement = Replacement::without});
    EXPECT_NEAR(expected.metrics[0].value, 0.5, 1e-10) << relevant;
  }
}

TEST(ExpectSampled, GivesTheDistributionOfTheSampledRank) {
  ExpectOptions options{.samples = 20, .distribution = true};
  const auto sample = expect_sampled(lone_ranks({30, 1}, 101), parse_metrics("recall@5"), options);
  const SamplingModel model(100, 20, Replacement::with);
  double at_most_5 = 0;
  for (std::uint64_t i = 0; i <= 20; ++i) {
    const double expected = (model.probability(i, 29) + (i == 0 ? 1 : 0)) / 2;
    EXPECT_NEAR(sample.sampled_rank[i], expected, 1e-14);
    if (i < 5) at_most_5 += sample.sampled_rank[i];
  }
  EXPECT_NEAR(sample.metrics[0].value, at_most_5, 1e-13);
}

TEST(ExpectSampled, IsTheSameForAnyNumberOfThreads) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t user = 0; user < 2000; ++user) {
    all.push_back(1 + CounterRandom(3).below(5000, user));
  }
  const auto metrics = parse_metrics("ndcg@10,ap");
  const UserRanks ranks = lone_ranks(all, 5000);
  const auto one = expect_sampled(ranks, metrics, {.samples = 50, .threads = 1});
  const auto many = expect_sampled(ranks, metrics, {.samples = 50, .threads = 5});
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    EXPECT_EQ(one.metrics[i].value, many.metrics[i].value);
    EXPECT_EQ(one.metrics[i].standard_deviation, many.metrics[i].standard_deviation);
  }
}

TEST(ExpectSampled, SkipsUsersWithoutIrrelevantItems) {
  UserRanks ranks = lone_ranks({1, 2}, 5);
  ranks.items[0] = 1;
  const auto expected = expect_sampled(ranks, parse_metrics("ap"), {.samples = 3}).metrics[0];
  EXPECT_EQ(expected.users, 1U);
  EXPECT_EQ(expected.users_skipped, 1U);
  EXPECT_EQ(expected.skipped.at(0).reason, "no irrelevant item");
}

TEST(ExpectSampled, SaysWhatIsWrong) {
  const auto fault = [](const UserRanks& ranks, const ExpectOptions& options) {
    return testing_support::message_of(
        [&] { expect_sampled(ranks, parse_metrics("ap"), options); });
  };
  EXPECT_EQ(fault(lone_ranks({1}, 5), {.samples = 0}),
            "expect_sampled: expected at least one sample; got none");
  EXPECT_EQ(fault(lone_ranks({1}, 5), {.samples = 5, .replacement = Replacement::without}),
            "expect_sampled: entry 0: expected at most 4 samples, one for each irrelevant item, "
            "where none is drawn twice; got 5; draw fewer, or with replacement");
  UserRanks unranked = lone_ranks({1}, 5);
  unranked.unranked[0] = 1;
  EXPECT_EQ(fault(unranked, {}),
            "expect_sampled: entry 0: expected all relevant items to have a rank; got some "
            "without");
  EXPECT_EQ(
      testing_support::message_of(
          [&] { expect_sampled(lone_ranks({1}, 5), parse_metrics("recall(rel=2)@3"), {}); }),
      "expect_sampled: expected a relevance level of at most 1, since the ranks have no gains; "
      "got a higher one for recall(rel=2)@3");
}

}  // namespace
}  // namespace honestrank

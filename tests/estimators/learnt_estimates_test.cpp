// Estimators that learn where relevant items stand: the metric where everything is drawn, several
// relevant items, what they tell of themselves, what they refuse.

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "error_message.h"
#include "estimators/drawn_samples.h"
#include "honestrank/base/error.h"
#include "honestrank/estimators/estimate.h"

namespace honestrank {
namespace {

using testing_support::drawn;
using testing_support::random_ranks;

/// Where everything is drawn, estimators that learn have nothing left to learn. Most ranks are
/// those of nobody.
TEST(LearntEstimates, IsTheMetricWhereEverythingIsDrawn) {
  const UserRanks ranks = random_ranks(5, 12, 30, 1);
  const SampledRanks sampled = drawn(ranks, 29, Replacement::without, 6);
  const auto metrics = parse_metrics("ndcg@10,recall@10,ap,auc");
  const auto exact = evaluate(ranks, metrics).results;
  const auto results =
      estimate(sampled, metrics, parse_estimators("mle,mn,bv_mle,bv_mes,mn_mle,mn_mes"));
  for (std::size_t i = 0; i < results.size(); ++i) {
    EXPECT_NEAR(results[i].result.value, exact[i % metrics.size()].value, 1e-9)
        << results[i].estimator.name << " " << results[i].result.metric.name;
    EXPECT_GT(results[i].result.standard_error, 0);
  }
  // The entropy of mes takes from those who are there.
  const auto spread = estimate(sampled, metrics, parse_estimators("mes(0.0001)"));
  for (std::size_t i = 0; i < spread.size(); ++i) {
    EXPECT_NEAR(spread[i].result.value, exact[i].value, 0.02);
  }
}

/// So it is with several relevant items, tied or not, whatever users count in a metric.
TEST(LearntEstimates, IsTheMetricOfSeveralItemsWhereEverythingIsDrawn) {
  UserRanks ranks = random_ranks(8, 40, 31, 5);
  for (std::size_t user = 0; user < ranks.size(); ++user) {
    std::uint64_t relevant = ranks.group_begin[user + 1] - ranks.group_begin[user];
    TieGroup& last = ranks.groups[ranks.group_begin[user + 1] - 1];
    if (user % 3 == 0) {
      last.relevant = 2;
      last.size = 4;
      ++relevant;
    }
    ranks.items[user] = 35 + relevant;
  }
  SampledRanks sampled;
  sampled.ranks = ranks;
  sampled.population = ranks.items;
  sampled.replacement = Replacement::without;
  const auto metrics = parse_metrics(
      "ndcg@10,ndcg,recall@5,recall_capped@5,ap,ap@3,ap_trec@5,r_precision,precision@5,f1@5,rr,"
      "hit@3,auc,gauc,rbp(p=0.8),dcg@5");
  const auto exact = evaluate(ranks, metrics).results;
  const auto results =
      estimate(sampled, metrics, parse_estimators("mle,mn,bv_mle,bv_mes,mn_mle,mn_mes"));
  ASSERT_EQ(results.size(), 6 * metrics.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    const MetricResult& own = results[i].result;
    const MetricResult& truth = exact[i % metrics.size()];
    EXPECT_NEAR(own.value, truth.value, 1e-9)
        << results[i].estimator.name << " " << own.metric.name;
    EXPECT_EQ(own.users, ranks.size());
    EXPECT_GT(own.standard_error, 0);
    if (results[i].estimator.kind != EstimatorKind::mle) continue;
    EXPECT_NEAR(own.optimistic, truth.optimistic, 1e-9) << own.metric.name;
    EXPECT_NEAR(own.pessimistic, truth.pessimistic, 1e-9) << own.metric.name;
  }
}

/// The best of two items is learnt as a lone one is.
TEST(LearntEstimates, LearnsEveryRelevantItemByItself) {
  const SampledRanks two = drawn(random_ranks(4, 200, 301, 2), 20, Replacement::with, 5);
  SampledRanks both;
  SampledRanks first;
  for (std::size_t entry = 0; entry < two.size(); ++entry) {
    const UserRanking ranking = two.ranks[entry];
    if (ranking.relevant() == 1) continue;
    for (SampledRanks* each : {&both, &first}) {
      const std::uint64_t relevant = each == &both ? 2 : 1;
      each->ranks.user.push_back(static_cast<std::uint32_t>(entry));
      each->ranks.items.push_back(20 + relevant);
      each->ranks.unranked.push_back(0);
      each->ranks.groups.push_back(ranking.groups[0]);
      if (each == &both) each->ranks.groups.push_back(ranking.groups[1]);
      each->ranks.group_begin.push_back(each->ranks.groups.size());
      each->population.push_back(299 + relevant);
    }
  }
  ASSERT_GT(both.size(), 50U);
  const auto metrics = parse_metrics("rr,hit@10");
  const auto estimators = parse_estimators("mle,mes,bv_mle,mn_mes,bv(0.1,prior=mes)");
  const auto of_both = estimate(both, metrics, estimators);
  const auto of_first = estimate(first, metrics, estimators);
  for (std::size_t i = 0; i < of_both.size(); ++i) {
    EXPECT_EQ(of_both[i].result.value, of_first[i].result.value) << of_both[i].estimator.name;
    EXPECT_EQ(of_both[i].result.standard_error, of_first[i].result.standard_error);
  }
}

std::string diagnostics_of(const MetricEstimate& estimate) {
  std::string all;
  for (const std::string& text : estimate.diagnostics) all += text + "\n";
  return all;
}

/// Late orders are those of few users, under whose distribution not all that they saw can be; in
/// samples of users there are fewer still.
TEST(LearntEstimates, TakesPlacesThatFewUsersHave) {
  const UserRanks ranks = random_ranks(11, 40, 300, 14);
  const SampledRanks sampled = drawn(ranks, 60, Replacement::with, 12);
  const auto metrics = parse_metrics("ap,recall@10");
  const auto exact = evaluate(ranks, metrics).results;
  EstimateOptions options;
  options.learnt_errors = false;
  const auto results =
      estimate(sampled, metrics, parse_estimators("mes,bv_mes,mn_mes,bv_mle,mn_mle,mle"), options);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const double truth = exact[i % metrics.size()].value;
    EXPECT_NEAR(results[i].result.value, truth, 0.5 * truth) << results[i].estimator.name;
  }
  EXPECT_NE(diagnostics_of(results[2]).find("too few users: "), std::string::npos);
  const auto with_error =
      estimate(sampled, parse_metrics("recall@1"), parse_estimators("bv_mes,mn_mle"));
  for (const MetricEstimate& each : with_error) EXPECT_GT(each.result.standard_error, 0);
}

TEST(LearntEstimates, TellsOfEachMetricWhateverElseIsAskedFor) {
  const SampledRanks sampled = drawn(random_ranks(13, 200, 400, 20), 50, Replacement::with, 14);
  const auto estimators = parse_estimators("mle,mes,bv_mle");
  EstimateOptions options;
  options.learnt_errors = false;
  const auto all = estimate(sampled, parse_metrics("ap,recall@5,gauc,dcg@3"), estimators, options);
  const auto alone = estimate(sampled, parse_metrics("recall@5"), estimators, options);
  for (std::size_t i = 0; i < estimators.size(); ++i) {
    EXPECT_EQ(all[4 * i + 1].result.value, alone[i].result.value);
    EXPECT_EQ(all[4 * i + 1].diagnostics[0], alone[i].diagnostics[0]);
  }
  EXPECT_EQ(diagnostics_of(alone[0]).find("5 rank distributions, of the first, second, ..."), 0U);
  EXPECT_EQ(diagnostics_of(all[0]).find("20 rank distributions"), 0U);
}

/// Users with as many relevant items as eligible ones are left out and counted.
TEST(LearntEstimates, LeavesUsersWithoutIrrelevantItemsOut) {
  SampledRanks sampled = drawn(random_ranks(15, 50, 100, 4), 20, Replacement::with, 16);
  const auto metrics = parse_metrics("ndcg@10");
  EstimateOptions options;
  options.learnt_errors = false;
  const auto before = estimate(sampled, metrics, parse_estimators("mle"), options);
  sampled.ranks.user.push_back(50);
  sampled.ranks.items.push_back(2);
  sampled.ranks.unranked.push_back(0);
  sampled.ranks.groups.push_back({0, 2, 2});
  sampled.ranks.group_begin.push_back(sampled.ranks.groups.size());
  sampled.population.push_back(2);
  const auto after = estimate(sampled, metrics, parse_estimators("mle"), options);
  EXPECT_EQ(after[0].result.value, before[0].result.value);
  EXPECT_EQ(after[0].result.users, 50U);
  EXPECT_EQ(after[0].result.users_skipped, 1U);
}

/// With hypergeometric samples, and users who differ in their numbers of items.
TEST(LearntEstimates, IsCloseWhereMuchIsDrawnWithoutReplacement) {
  UserRanks ranks = random_ranks(17, 500, 60, 5);
  for (std::size_t user = 0; user < ranks.size(); ++user) ranks.items[user] += user % 7;
  const auto metrics = parse_metrics("ndcg@10,recall@5,ap,r_precision,gauc");
  const auto exact = evaluate(ranks, metrics).results;
  EstimateOptions options;
  options.learnt_errors = false;
  const auto results = estimate(drawn(ranks, 50, Replacement::without, 18), metrics,
                                parse_estimators("mle,bv_mle,mn_mle"), options);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const MetricResult& own = results[i].result;
    EXPECT_NEAR(own.value, exact[i % metrics.size()].value, 0.03)
        << results[i].estimator.name << " " << own.metric.name;
  }
}

TEST(LearntEstimates, LearnsNoMoreDistributionsThanItCan) {
  UserRanks ranks;
  for (std::uint32_t user = 0; user < 110; ++user) {
    ranks.user.push_back(user);
    ranks.items.push_back(500);
    ranks.unranked.push_back(0);
    for (std::uint64_t i = 0; i <= user; ++i) ranks.groups.push_back({2 * i, 1, 1});
    ranks.group_begin.push_back(ranks.groups.size());
  }
  const SampledRanks sampled = drawn(ranks, 10, Replacement::with, 19);
  EXPECT_EQ(testing_support::message_of(
                [&] { estimate(sampled, parse_metrics("r_precision"), parse_estimators("mle")); }),
            "estimate: expected at most 5000 rank distributions to learn, one for each relevant "
            "item of a user and each denominator of a metric, or cut-off of r_precision; got 6105; "
            "take metrics with a cut-off, or bv");
}

TEST(LearntEstimates, TellsHowItLearntAndWhetherEquationsAreDefinite) {
  const SampledRanks sampled = drawn(random_ranks(2, 300, 500, 1), 20, Replacement::with, 3);
  EstimateOptions options;
  options.learnt_errors = false;
  const auto results =
      estimate(sampled, parse_metrics("ap"), parse_estimators("mle,mn_mle,mes"), options);
  const auto says = [&](std::size_t i, const char* words) {
    for (const std::string& text : results[i].diagnostics) {
      if (text.find(words) != std::string::npos) return true;
    }
    return false;
  };
  EXPECT_TRUE(says(0, "learnt in 100 iterations, log-likelihood -"));
  EXPECT_TRUE(says(0, "below the largest"));
  EXPECT_FALSE(says(0, "positive definite"));
  EXPECT_TRUE(says(1, "equations positive definite, condition number about"));
  EXPECT_FALSE(says(2, "below the largest"));
}

TEST(LearntEstimates, TestsWhatMonotoneMleTakesForGranted) {
  const auto p_value = [](const UserRanks& ranks) {
    const SampledRanks sampled = drawn(ranks, 20, Replacement::with, 3);
    return estimate(sampled, parse_metrics("ap"), parse_estimators("mle,monotone_mle"))[1]
        .falling_p_value;
  };
  UserRanks ranks = random_ranks(2, 300, 500, 1);
  EXPECT_GE(p_value(ranks), kFallingDoubtful);
  for (TieGroup& group : ranks.groups) group.above = 150;  // nobody is further up
  EXPECT_LT(p_value(ranks), kFallingDoubtful);
}

TEST(LearntEstimates, LearnsSeveralItemsFromSamplesOfOneSizeAlone) {
  SampledRanks sampled = drawn(random_ranks(2, 30, 100, 3), 20, Replacement::with, 3);
  const auto fault = [&](const char* estimators) {
    return testing_support::message_of(
        [&] { estimate(sampled, parse_metrics("ap"), parse_estimators(estimators)); });
  };
  std::size_t entry = 0;
  while (sampled.ranks[entry].relevant() == 1) ++entry;
  const std::string begin =
      "estimate: entry " + std::to_string(entry) + ": expected one relevant item of each user for ";
  const std::string got = "got " + std::to_string(sampled.ranks[entry].relevant());
  EXPECT_EQ(fault("monotone_mle"),
            begin + "monotone_mle, whose shapes are not those of the second and later ones; " +
                got + "; take mle");
  sampled.protocol = SamplingProtocol::adaptive;
  EXPECT_EQ(fault("mle"),
            begin + "mle, in adaptive samples; " + got + "; draw samples of one size");
  sampled.protocol = SamplingProtocol::uniform;
  sampled.ranks.items[0] += 1;
  EXPECT_EQ(fault("mle"),
            begin + "mle, in samples of several sizes; " + got + "; draw samples of one size");
}

/// Both parts of the error count, that of users too, which all repeats share.
TEST(LearntEstimates, HaveErrorsOfRepeatsThatUsersAloneMakeAtLeast) {
  const UserRanks ranks = random_ranks(21, 300, 200, 2);
  const auto metrics = parse_metrics("recall@5,rr");
  const auto exact = evaluate(ranks, metrics).results;
  std::vector<SampledRanks> samples;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    samples.push_back(drawn(ranks, 40, Replacement::with, seed));
  }
  const auto repeats = estimate_repeats(samples, metrics, parse_estimators("mle"));
  const auto mean = mean_of_repeats(repeats, ranks);
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    double whole = 0;
    for (const auto& one : repeats) whole += one[i].result.standard_error / 5;
    EXPECT_GT(mean[i].result.standard_error, 0.9 * exact[i].standard_error) << metrics[i].name;
    EXPECT_LT(mean[i].result.standard_error, whole) << metrics[i].name;
  }
}

TEST(LearntEstimates, DoNotDependOnThreads) {
  const SampledRanks sampled = drawn(random_ranks(23, 80, 200, 3), 20, Replacement::with, 24);
  const auto metrics = parse_metrics("ndcg@10,ap");
  const auto estimators = parse_estimators("mle,bv_mle");
  EstimateOptions options;
  options.threads = 1;
  const auto one = estimate(sampled, metrics, estimators, options);
  options.threads = 3;
  const auto three = estimate(sampled, metrics, estimators, options);
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].result.value, three[i].result.value);
    EXPECT_EQ(one[i].result.standard_error, three[i].result.standard_error);
    EXPECT_EQ(one[i].diagnostics, three[i].diagnostics);
  }
}

}  // namespace
}  // namespace honestrank

// Estimates from sampled ranks: expectation against simulation, several relevant items, coverage of
// intervals, what is refused.

#include "honestrank/estimators/estimate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "error_message.h"
#include "honestrank/base/error.h"
#include "honestrank/base/random.h"

namespace honestrank {
namespace {

/// Rankings of users with 1 to `most` relevant items.
UserRanks random_ranks(std::uint64_t seed, std::size_t users, std::uint64_t items,
                       std::uint64_t most) {
  const CounterRandom random(seed);
  UserRanks ranks;
  for (std::uint32_t user = 0; user < users; ++user) {
    std::vector<std::uint64_t> chosen;
    const std::uint64_t relevant = 1 + random.below(most, user);
    for (std::uint32_t i = 1; chosen.size() < relevant; ++i) {
      // Most relevant items stand far up.
      const double share = random.uniform(user, i);
      const auto place =
          static_cast<std::uint64_t>(static_cast<double>(items) * share * share * share);
      if (std::find(chosen.begin(), chosen.end(), place) == chosen.end()) chosen.push_back(place);
    }
    std::sort(chosen.begin(), chosen.end());
    ranks.user.push_back(user);
    ranks.items.push_back(items);
    ranks.unranked.push_back(0);
    for (const std::uint64_t place : chosen) ranks.groups.push_back({place, 1, 1});
    ranks.group_begin.push_back(ranks.groups.size());
  }
  return ranks;
}

/// Draws the samples of every user and ranks the relevant items among them.
SampledRanks drawn(const UserRanks& ranks, std::uint64_t samples, Replacement replacement,
                   std::uint64_t seed) {
  const CounterRandom random(seed, 77);
  SampledRanks sampled;
  sampled.replacement = replacement;
  for (std::size_t entry = 0; entry < ranks.size(); ++entry) {
    const UserRanking full = ranks[entry];
    const std::uint64_t irrelevant = full.items - full.relevant();
    std::vector<std::uint64_t> sample;
    for (std::uint32_t i = 0; sample.size() < samples; ++i) {
      const std::uint64_t item = random.below(irrelevant, entry, i);
      const bool again = std::find(sample.begin(), sample.end(), item) != sample.end();
      if (replacement == Replacement::with || !again) sample.push_back(item);
    }
    sampled.ranks.user.push_back(static_cast<std::uint32_t>(entry));
    sampled.ranks.items.push_back(samples + full.relevant());
    sampled.ranks.unranked.push_back(0);
    std::uint64_t found = 0;
    for (const TieGroup& group : full.groups) {
      std::uint64_t above = found;
      for (const std::uint64_t item : sample) above += item < group.above - found ? 1 : 0;
      sampled.ranks.groups.push_back({above, 1, 1});
      ++found;
    }
    sampled.ranks.group_begin.push_back(sampled.ranks.groups.size());
    sampled.population.push_back(full.items);
  }
  return sampled;
}

const auto kEstimators = parse_estimators("naive,rank,rank_linear,cls,bv(1),bv(0.1),bv(0.01)");

TEST(Estimate, HasTheExpectationThatIsExpected) {
  const auto metrics = parse_metrics("recall@10,ndcg@10,ap,auc,rr");
  for (const Replacement replacement : {Replacement::with, Replacement::without}) {
    const UserRanks ranks = random_ranks(1, 60, 300, 4);
    const auto expected =
        expect_estimates(ranks, metrics, kEstimators, {.samples = 30, .replacement = replacement});
    constexpr int kRuns = 400;
    std::vector<double> sum(expected.size());
    std::vector<double> squares(expected.size());
    std::vector<SampledRanks> repeats;
    for (std::uint64_t run = 0; run < kRuns; ++run) {
      repeats.push_back(drawn(ranks, 30, replacement, run));
    }
    for (const auto& results : estimate_repeats(repeats, metrics, kEstimators)) {
      for (std::size_t i = 0; i < results.size(); ++i) {
        sum[i] += results[i].result.value;
        squares[i] += results[i].result.value * results[i].result.value;
      }
    }
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const double mean = sum[i] / kRuns;
      const double deviation = std::sqrt(squares[i] / kRuns - mean * mean);
      const std::string name =
          kEstimators[i / metrics.size()].name + " " + metrics[i % metrics.size()].name;
      EXPECT_NEAR(mean, expected[i].value, 4 * expected[i].standard_deviation / std::sqrt(kRuns))
          << name;
      // The standard deviation of 400 runs is known to 3.5 %; four of these.
      EXPECT_NEAR(deviation, expected[i].standard_deviation, 0.15 * expected[i].standard_deviation)
          << name;
    }
  }
}

/// naive is the metric of the sampled ranking.
TEST(Estimate, NaiveIsWhatEvaluateSays) {
  const auto metrics = parse_metrics("recall@10,ndcg@10,ap,auc,gauc,rr,hit@3,rbp,f1@5,precision@5");
  const SampledRanks sampled = drawn(random_ranks(2, 200, 500, 5), 40, Replacement::with, 3);
  const Estimator naive;
  const auto results = estimate(sampled, metrics, {&naive, 1});
  const auto exact = evaluate(sampled.ranks, metrics).results;
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    EXPECT_NEAR(results[i].result.value, exact[i].value, 1e-12) << metrics[i].name;
    EXPECT_NEAR(results[i].result.standard_error, exact[i].standard_error, 1e-12);
    EXPECT_NEAR(results[i].result.low, exact[i].low, 1e-12);
    EXPECT_EQ(results[i].result.users, exact[i].users);
  }
}

TEST(Estimate, DoesNotDependOnThreads) {
  const auto metrics = parse_metrics("ndcg@10,ap");
  const SampledRanks sampled = drawn(random_ranks(2, 3000, 500, 2), 20, Replacement::with, 3);
  EstimateOptions one{.bootstrap = 100, .threads = 1};
  EstimateOptions many{.bootstrap = 100, .threads = 5};
  const auto first = estimate(sampled, metrics, kEstimators, one);
  const auto second = estimate(sampled, metrics, kEstimators, many);
  for (std::size_t i = 0; i < first.size(); ++i) {
    EXPECT_EQ(first[i].result.value, second[i].result.value);
    EXPECT_EQ(first[i].result.standard_error, second[i].result.standard_error);
    EXPECT_EQ(first[i].result.low, second[i].result.low);
  }
}

TEST(EstimateRepeats, AreTheEstimatesOfEachSample) {
  const auto metrics = parse_metrics("ndcg@10,ap");
  const UserRanks ranks = random_ranks(3, 100, 300, 3);
  std::vector<SampledRanks> repeats;
  for (std::uint64_t seed = 0; seed < 3; ++seed) {
    repeats.push_back(drawn(ranks, 20, Replacement::with, seed));
  }
  const auto together = estimate_repeats(repeats, metrics, kEstimators);
  ASSERT_EQ(together.size(), 3U);
  for (std::size_t i = 0; i < repeats.size(); ++i) {
    const auto alone = estimate(repeats[i], metrics, kEstimators);
    for (std::size_t j = 0; j < alone.size(); ++j) {
      EXPECT_EQ(together[i][j].result.value, alone[j].result.value);
    }
  }
  repeats[1].population[5] += 1;
  EXPECT_EQ(testing_support::message_of([&] { estimate_repeats(repeats, metrics, kEstimators); }),
            "estimate: expected repeats of the same users, with the same items and samples; got "
            "others");
}

/// The bias of the mean lies between the bounds that are given, whatever the ranks.
TEST(Estimate, BoundsTheBias) {
  const auto metrics = parse_metrics("recall@10,ndcg@10,ap,auc");
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    const UserRanks ranks = random_ranks(seed, 50, 400, 1 + seed % 3);
    const auto exact = evaluate(ranks, metrics).results;
    const auto expected = expect_estimates(ranks, metrics, kEstimators, {.samples = 25});
    const auto results = estimate(drawn(ranks, 25, Replacement::with, seed), metrics, kEstimators);
    for (std::size_t i = 0; i < results.size(); ++i) {
      const double bias = expected[i].value - exact[i % metrics.size()].value;
      EXPECT_GE(bias, results[i].least_bias - 1e-12) << results[i].estimator.name;
      EXPECT_LE(bias, results[i].most_bias + 1e-12) << results[i].estimator.name;
    }
  }
}

/// The bias of one user at one rank, for a table of `estimate`.
double bias_at(const char* metric, const char* estimator, std::uint64_t rank, std::uint64_t items,
               std::uint64_t samples, const CorrectionOptions& correction = {}) {
  UserRanks ranks;
  ranks.user = {0};
  ranks.items = {items};
  ranks.unranked = {0};
  ranks.groups = {{rank - 1, 1, 1}};
  ranks.group_begin = {0, 1};
  const auto metrics = parse_metrics(metric);
  const auto expected = expect_estimates(ranks, metrics, parse_estimators(estimator),
                                         {.samples = samples}, correction);
  return expected[0].value - metric_value(metrics[0], ranks[0]);
}

/// Also where the catalogue is large and the cut-off far down: on both sides of the jump.
TEST(Estimate, BoundsTheBiasAtTheCutOff) {
  SampledRanks sampled;
  sampled.ranks.user = {0};
  sampled.ranks.items = {101};
  sampled.ranks.unranked = {0};
  sampled.ranks.groups = {{3, 1, 1}};
  sampled.ranks.group_begin = {0, 1};
  sampled.population = {1000000};
  for (const char* estimator : {"naive", "cls", "bv(0.1)"}) {
    const auto result =
        estimate(sampled, parse_metrics("recall@50000"), parse_estimators(estimator)).at(0);
    for (const std::uint64_t rank : {1U, 49999U, 50000U, 50001U, 50002U, 500000U, 1000000U}) {
      const double bias = bias_at("recall@50000", estimator, rank, 1000000, 100);
      EXPECT_GE(bias, result.least_bias - 1e-9) << estimator << " " << rank;
      EXPECT_LE(bias, result.most_bias + 1e-9) << estimator << " " << rank;
    }
  }
}

/// Weights down to the smallest numbers and zeros.
TEST(Estimate, TakesPriorsThatFallFast) {
  constexpr std::uint64_t kItems = 20001;
  const UserRanks ranks = random_ranks(3, 50, kItems, 1);
  const SampledRanks sampled = drawn(ranks, 50, Replacement::with, 1);
  for (const double ratio : {0.95, 0.999, 0.5}) {
    EstimateOptions options;
    options.correction.population = Population::mean;
    for (std::uint64_t rank = 0; rank < kItems; ++rank) {
      options.correction.prior.push_back(std::pow(ratio, static_cast<double>(rank)));
    }
    try {
      const auto results = estimate(sampled, parse_metrics("ndcg@10,ap"),
                                    parse_estimators("bv(0.1),bv(1),cls"), options);
      for (const MetricEstimate& one : results) {
        EXPECT_TRUE(std::isfinite(one.result.value)) << one.estimator.name << " " << ratio;
      }
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find("can occur under the prior"), std::string::npos);
    }
  }
}

/// The same ranks in every repeat have nothing but the users' spread; independent samples of users
/// who are all alike average out.
TEST(MeanOfRepeats, HasTheErrorOfTheUsersMeans) {
  UserRanks ranks = random_ranks(3, 200, 300, 1);
  for (TieGroup& group : ranks.groups) group.above = 20;  // all users alike
  std::vector<SampledRanks> repeats;
  for (std::uint64_t seed = 0; seed < 25; ++seed) {
    repeats.push_back(drawn(ranks, 20, Replacement::with, seed));
  }
  const auto metrics = parse_metrics("ap");
  const auto naive = parse_estimators("naive");
  EstimateOptions options;
  options.per_user = true;
  const auto each = estimate_repeats(repeats, metrics, naive, options);
  const auto mean = mean_of_repeats(each, repeats[0].ranks).at(0);
  double value = 0;
  for (const auto& one : each) value += one[0].result.value / 25;
  EXPECT_NEAR(mean.result.value, value, 1e-12);
  EXPECT_NEAR(mean.result.standard_error, each[0][0].result.standard_error / 5,
              0.2 * each[0][0].result.standard_error / 5);
}

/// Both parts of the error count, that of users too, which all repeats share.
TEST(MeanOfRepeats, HasErrorsOfLearningThatUsersAloneMakeAtLeast) {
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

TEST(Estimate, MergesPopulationsWithinTheTolerance) {
  UserRanks ranks = random_ranks(4, 60, 1000, 1);
  for (std::size_t user = 0; user < ranks.size(); ++user) ranks.items[user] += user;
  const SampledRanks sampled = drawn(ranks, 30, Replacement::with, 9);
  const auto metrics = parse_metrics("ndcg@10,ap");
  EstimateOptions exact;
  exact.correction.population_tolerance = 0;
  EstimateOptions merged;
  const auto one = estimate(sampled, metrics, kEstimators, exact);
  const auto other = estimate(sampled, metrics, kEstimators, merged);
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_NEAR(other[i].result.value, one[i].result.value, 0.002 * std::abs(one[i].result.value))
        << one[i].estimator.name;
  }
}

TEST(Estimate, SpreadsTies) {
  SampledRanks sampled;
  sampled.ranks.user = {0};
  sampled.ranks.items = {11};
  sampled.ranks.unranked = {0};
  sampled.ranks.groups = {{2, 4, 1}};
  sampled.ranks.group_begin = {0, 1};
  sampled.population = {101};
  const auto metrics = parse_metrics("ap");
  const auto estimators = parse_estimators("bv(0.1)");
  const auto table =
      correction_table(metrics[0], estimators[0], SamplingModel(100, 10, Replacement::with));
  const auto result = estimate(sampled, metrics, estimators).at(0).result;
  EXPECT_NEAR(result.value, (table[2] + table[3] + table[4] + table[5]) / 4, 1e-12);
  EXPECT_NEAR(result.optimistic, table[2], 1e-12);
  EXPECT_NEAR(result.pessimistic, table[5], 1e-12);
}

TEST(Estimate, WarnsOfTheBlindSpot) {
  const SampledRanks sampled = drawn(random_ranks(2, 50, 5000, 1), 20, Replacement::with, 3);
  const auto results =
      estimate(sampled, parse_metrics("ndcg@10,ndcg@1000"), parse_estimators("cls"));
  ASSERT_EQ(results[0].diagnostics.size(), 1U);
  EXPECT_EQ(results[0].diagnostics[0],
            "blind spot: one sampled rank stands for 250 ranks, the top 10 are fewer; their order "
            "is not seen");
  EXPECT_TRUE(results[1].diagnostics.empty());
}

/// Users whose samples grew where nobody was seen above.
SampledRanks grown(const UserRanks& ranks, std::uint64_t first, std::uint64_t then) {
  const SampledRanks small = drawn(ranks, first, Replacement::with, 3);
  const SampledRanks large = drawn(ranks, then, Replacement::with, 4);
  SampledRanks sampled = small;
  sampled.protocol = SamplingProtocol::adaptive;
  for (std::size_t entry = 0; entry < small.size(); ++entry) {
    if (small.ranks[entry].groups[0].above > 0) continue;
    sampled.ranks.items[entry] = large.ranks.items[entry];
    sampled.ranks.groups[entry] = large.ranks.groups[entry];
  }
  return sampled;
}

TEST(Estimate, WarnsOfTheBlindSpotOfTheLargestSamples) {
  const SampledRanks sampled = grown(random_ranks(2, 300, 5000, 1), 20, 40);
  EstimateOptions options;
  options.learnt_errors = false;
  const auto results = estimate(sampled, parse_metrics("ndcg@10,ndcg@1000"),
                                parse_estimators("adaptive_mle"), options);
  EXPECT_TRUE(results[0].in_blind_spot);
  EXPECT_FALSE(results[1].in_blind_spot);
  EXPECT_EQ(results[0].resolution, 125);
}

/// Where everything is drawn, estimators that learn have nothing left to learn. Most ranks are
/// those of nobody.
TEST(Estimate, IsTheMetricWhereEverythingIsDrawn) {
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
TEST(Estimate, IsTheMetricOfSeveralItemsWhereEverythingIsDrawn) {
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
TEST(Estimate, LearnsEveryRelevantItemByItself) {
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
TEST(Estimate, TakesPlacesThatFewUsersHave) {
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

TEST(Estimate, TellsOfEachMetricWhateverElseIsAskedFor) {
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
TEST(Estimate, LeavesUsersWithoutIrrelevantItemsOut) {
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
TEST(Estimate, IsCloseWhereMuchIsDrawnWithoutReplacement) {
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

TEST(Estimate, LearnsNoMoreDistributionsThanItCan) {
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

TEST(Estimate, TellsHowItLearntAndWhetherEquationsAreDefinite) {
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

TEST(Estimate, TestsWhatMonotoneMleTakesForGranted) {
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

TEST(Estimate, LearnsSeveralItemsFromSamplesOfOneSizeAlone) {
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

TEST(UsualEstimators, FitTheSamples) {
  EXPECT_EQ(usual_estimators(SamplingProtocol::uniform)[0].name, "naive");
  EXPECT_EQ(usual_estimators(SamplingProtocol::adaptive)[0].name, "adaptive_mle");
  const SampledRanks lone = drawn(random_ranks(1, 9, 50, 1), 5, Replacement::with, 2);
  SampledRanks several = drawn(random_ranks(1, 9, 50, 3), 5, Replacement::with, 2);
  EXPECT_EQ(usual_estimators(lone).back().name, "bv(0.01)");
  EXPECT_EQ(usual_estimators(several).back().name, "mle");
  ++several.ranks.items[0];  // samples of several sizes
  EXPECT_EQ(usual_estimators(several).back().name, "bv(0.01)");
  several.protocol = SamplingProtocol::popularity;
  EXPECT_EQ(usual_estimators(several).back().name, "naive");
  ASSERT_EQ(usual_estimators(SamplingProtocol::popularity).size(), 1U);
  EXPECT_EQ(usual_estimators(SamplingProtocol::popularity)[0].name, "naive");
}

TEST(Estimate, SaysWhatIsWrong) {
  SampledRanks sampled = drawn(random_ranks(2, 5, 100, 1), 20, Replacement::with, 3);
  const auto fault = [&](const char* estimators, const EstimateOptions& options = {}) {
    return testing_support::message_of(
        [&] { estimate(sampled, parse_metrics("ap"), parse_estimators(estimators), options); });
  };
  EstimateOptions prior;
  prior.correction.prior = {1};
  EXPECT_EQ(fault("cls", prior),
            "estimate: expected the mean population where a prior is given; got that of each user");
  prior.correction.population = Population::mean;
  EXPECT_EQ(fault("cls", prior),
            "estimate: expected a prior of 100 ranks, the mean number of items; got 1");
  sampled.protocol = SamplingProtocol::popularity;
  EXPECT_EQ(fault("naive,cls"),
            "estimate: expected naive for items drawn by popularity, for which no correction is "
            "known; got cls; draw uniformly to correct");
  sampled.protocol = SamplingProtocol::uniform;
  sampled.ranks.items[1] = 31;
  EXPECT_EQ(fault("cls"),
            "estimate: expected one number of samples for all users; got 20 and 30 (entry 1); "
            "adaptive samples are for mle and monotone_mle");
  sampled.ranks.items[1] = 21;
  sampled.replacement = Replacement::without;
  sampled.population[2] = 20;
  EXPECT_EQ(fault("cls"),
            "validate: entry 2: expected at most 19 samples, one for each irrelevant item, where "
            "none is drawn twice; got 20; such samples were drawn with replacement");
}

}  // namespace
}  // namespace honestrank

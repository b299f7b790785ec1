// Estimates from sampled ranks: expectation against simulation, several relevant items, coverage of
// intervals, what is refused.

#include "honestrank/estimators/estimate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "error_message.h"
#include "estimators/drawn_samples.h"
#include "honestrank/base/error.h"

namespace honestrank {
namespace {

using testing_support::drawn;
using testing_support::random_ranks;

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

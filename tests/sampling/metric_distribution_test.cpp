// The full distribution of sampled metrics: by hand where one item is held out, by its moments
// where there are several.

#include "honestrank/sampling/metric_distribution.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "error_message.h"
#include "sampling/small_rankings.h"

namespace honestrank {
namespace {

using testing_support::lone_ranks;
using testing_support::random_ranking;

TEST(SampledDistributions, FollowTheSampledRankOfALoneItem) {
  const auto metrics = parse_metrics("ap,recall@5");
  const auto distributions =
      sampled_distributions(lone_ranks({30, 1}, 101), metrics, {.samples = 20});
  const SamplingModel model(100, 20, Replacement::with);
  ASSERT_EQ(distributions[0].size(), 21U);
  double at_most_5 = 0;
  for (std::uint64_t i = 0; i <= 20; ++i) {
    const ValueProbability& own = distributions[0][20 - i];  // ap falls with the rank
    const double expected = (model.probability(i, 29) + (i == 0 ? 1 : 0)) / 2;
    EXPECT_DOUBLE_EQ(own.value, 1 / static_cast<double>(i + 1));
    EXPECT_NEAR(own.probability, expected, 1e-14);
    if (i < 5) at_most_5 += expected;
  }
  ASSERT_EQ(distributions[1].size(), 2U);
  EXPECT_EQ(distributions[1][0].value, 0);
  EXPECT_EQ(distributions[1][1].value, 1);
  EXPECT_NEAR(distributions[1][1].probability, at_most_5, 1e-13);
}

/// Ties, several relevant items, both ways to draw: mean and variance are those of expect_sampled.
TEST(SampledDistributions, HaveTheMomentsThatAreExpected) {
  const auto metrics = parse_metrics("ndcg@5,ap,recall@3,auc,mrr,precision@4");
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const UserRanks ranks = random_ranking(CounterRandom(seed), 14);
    for (const Replacement replacement : {Replacement::with, Replacement::without}) {
      const ExpectOptions options{.samples = 3, .replacement = replacement};
      const auto expected = expect_sampled(ranks, metrics, options).metrics;
      const auto distributions = sampled_distributions(ranks, metrics, options);
      for (std::size_t i = 0; i < metrics.size(); ++i) {
        double sum = 0;
        double mean = 0;
        double square = 0;
        for (const auto& [value, probability] : distributions[i]) {
          sum += probability;
          mean += probability * value;
          square += probability * value * value;
        }
        EXPECT_NEAR(sum, 1, 1e-12) << metrics[i].name;
        EXPECT_NEAR(mean, expected[i].value, 1e-12) << metrics[i].name;
        EXPECT_NEAR(std::sqrt(std::max(0.0, square - mean * mean)), expected[i].standard_deviation,
                    1e-6)
            << metrics[i].name;
      }
    }
  }
}

TEST(SampledDistributions, AreTheSameForAnyNumberOfThreads) {
  std::vector<std::uint64_t> all;
  for (std::uint64_t user = 0; user < 1500; ++user) {
    all.push_back(1 + CounterRandom(3).below(900, user));
  }
  const UserRanks ranks = lone_ranks(all, 900);
  const auto metrics = parse_metrics("ndcg@10,ap");
  const auto one = sampled_distributions(ranks, metrics, {.samples = 30, .threads = 1});
  const auto many = sampled_distributions(ranks, metrics, {.samples = 30, .threads = 5});
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    ASSERT_EQ(one[i].size(), many[i].size());
    for (std::size_t j = 0; j < one[i].size(); ++j) {
      EXPECT_EQ(one[i][j].value, many[i][j].value);
      EXPECT_EQ(one[i][j].probability, many[i][j].probability);
    }
  }
}

TEST(SampledDistributions, SayWhereThereAreTooManyValues) {
  UserRanks ranks = lone_ranks({1}, 5000);
  ranks.groups.clear();
  for (std::uint64_t i = 0; i < 8; ++i) ranks.groups.push_back({500 * (i + 1), 1, 1});
  ranks.group_begin = {0, 8};
  EXPECT_EQ(testing_support::message_of(
                [&] { sampled_distributions(ranks, parse_metrics("ap"), {.samples = 100}); }),
            "sampled_distributions: expected at most 1000000 different values of ap; got more; "
            "give it a cut-off, draw fewer samples or hold out fewer items");
}

}  // namespace
}  // namespace honestrank

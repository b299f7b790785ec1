#include "honestrank/comparison/consistency.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "error_message.h"

namespace honestrank {
namespace {

using ::testing::DoubleNear;
using ::testing::Each;
using ::testing::HasSubstr;
using testing_support::message_of;

constexpr std::uint64_t kItems = 10'000;

UserRanks ranks_at(const std::vector<std::uint64_t>& ranks) {
  UserRanks result;
  for (const std::uint64_t rank : ranks) {
    result.user.push_back(static_cast<std::uint32_t>(result.user.size()));
    result.items.push_back(kItems);
    result.unranked.push_back(0);
    result.groups.push_back({rank - 1, 1, 1});
    result.group_begin.push_back(result.groups.size());
  }
  return result;
}

/// The recommenders A, B and C of Krichene & Rendle's Table 1.
std::vector<UserRanks> table_1() {
  return {ranks_at({100, 100, 100, 100, 100}), ranks_at({40, 40, 8437, 9266, 4482}),
          ranks_at({212, 2, 743, 5342, 1548})};
}

TEST(Consistency, FindsWhereOrdersFlip) {
  const auto models = table_1();
  const auto metrics = parse_metrics("ap,auc");
  const auto estimators = parse_estimators("naive");
  const Consistency result =
      analyse_consistency(models, metrics, estimators, {.samples = {1, 10, 100, 1000, 9999}});
  // By ap C is best over all items; among few samples A is.
  ASSERT_EQ(result.pairs.size(), 6U);
  const PairConsistency& pair = result.pairs[1];
  EXPECT_EQ(pair.first, 0U);
  EXPECT_EQ(pair.second, 2U);
  EXPECT_LT(pair.exact_difference, 0);
  EXPECT_GT(pair.difference[0], 0);
  ASSERT_EQ(pair.flips.size(), 1U);
  EXPECT_TRUE(pair.flips[0].to_right);
  ASSERT_TRUE(pair.right_from.has_value());
  EXPECT_EQ(*pair.right_from, pair.flips[0].samples);
  // To the sample: the neighbour has the other order.
  const auto difference = [&](std::uint64_t samples) {
    const auto value = [&](std::size_t model) {
      return expect_estimates(models[model], {&metrics[0], 1}, estimators, {.samples = samples})[0]
          .value;
    };
    return value(0) - value(2);
  };
  EXPECT_GT(difference(*pair.right_from - 1), 0);
  EXPECT_LT(difference(*pair.right_from), 0);
  EXPECT_LT(pair.right_probability[0], 0.5);
  EXPECT_GT(pair.right_probability[4], 0.5);
  // auc is consistent for every number of samples.
  for (std::size_t i = 3; i < 6; ++i) {
    EXPECT_TRUE(result.pairs[i].flips.empty());
    EXPECT_EQ(result.pairs[i].right_from, 1U);
  }
}

TEST(Consistency, HasACurveForEachModel) {
  const auto models = table_1();
  const auto metrics = parse_metrics("ap");
  const auto estimators = parse_estimators("naive,rank");
  const Consistency result =
      analyse_consistency(models, metrics, estimators, {.samples = {99, 999}});
  ASSERT_EQ(result.curves.size(), 6U);
  // Krichene & Rendle, Table 2, in expectation: 0.6366.
  EXPECT_NEAR(result.curves[0].value[0], 0.6366, 5e-5);
  EXPECT_NEAR(result.curves[0].standard_deviation[0], 0.1304, 5e-5);
  EXPECT_NEAR(result.curves[0].exact, 0.01, 1e-12);
  EXPECT_EQ(result.curves[3].estimator, 1U);
}

TEST(Consistency, SaysHowLikelyASampleMakesEachModelTheBest) {
  const auto models = table_1();
  const auto metrics = parse_metrics("ap,auc");
  const auto estimators = parse_estimators("naive,rank");
  const ConsistencyOptions options{.samples = {99, 9999}};
  const Consistency result = analyse_consistency(models, metrics, estimators, options);
  for (std::size_t first = 0; first < result.curves.size(); first += 3) {
    for (std::size_t size = 0; size < 2; ++size) {
      double sum = 0;
      for (std::size_t i = 0; i < 3; ++i) sum += result.curves[first + i].winner_probability[size];
      EXPECT_NEAR(sum, 1, 1e-9);
    }
  }
  // By ap, naive: A among 99 sampled items, C among as many as there are.
  EXPECT_GT(result.curves[0].winner_probability[0], 0.9);
  EXPECT_GT(result.curves[2].winner_probability[1], 0.9);
  // Of two models it is the probability of their order.
  const Consistency two = analyse_consistency({&models[0], 2}, metrics, estimators, options);
  for (const PairConsistency& pair : two.pairs) {
    const std::size_t first = 2 * (pair.metric * estimators.size() + pair.estimator);
    const std::size_t better = first + (pair.exact_difference > 0 ? 0 : 1);
    EXPECT_EQ(two.curves[better].winner_probability, pair.right_probability);
  }
  // The same bits again.
  const auto again = analyse_consistency(models, metrics, estimators, options);
  EXPECT_EQ(again.curves[1].winner_probability, result.curves[1].winner_probability);
}

/// Nobody draws more items than the cut-off: all sampled values are 1, but for rounding.
TEST(Consistency, TakesTiesOfAllSamplesForTies) {
  const auto models = table_1();
  const auto metrics = parse_metrics("recall@10");
  const auto estimators = parse_estimators("naive");
  const Consistency result =
      analyse_consistency(models, metrics, estimators, {.samples = {1, 3, 5, 8, 9}});
  for (const ConsistencyCurve& curve : result.curves) {
    EXPECT_THAT(curve.standard_deviation, Each(0));
    EXPECT_THAT(curve.winner_probability, Each(DoubleNear(1.0 / 3, 1e-9)));
  }
  for (const PairConsistency& pair : result.pairs) {
    EXPECT_THAT(pair.right_probability, Each(0.5));
    EXPECT_TRUE(pair.flips.empty());
  }
  // A and B have nobody among the first 10, C has one.
  EXPECT_EQ(result.pairs[0].right_from, 1U);
  EXPECT_FALSE(result.pairs[1].right_from.has_value());
}

TEST(Consistency, CountsNoFlipWhereATieEnds) {
  const auto models = table_1();
  const auto metrics = parse_metrics("recall@10");
  const auto estimators = parse_estimators("naive");
  // Among few samples A, at rank 100, is above C; over all items C has a user among the first 10.
  const Consistency result =
      analyse_consistency(models, metrics, estimators, {.samples = {5, 50, 9999}});
  const PairConsistency& pair = result.pairs[1];
  EXPECT_NEAR(pair.difference[0], 0, 1e-12);
  EXPECT_GT(pair.difference[1], 0);
  EXPECT_LT(pair.difference[2], 0);
  ASSERT_EQ(pair.flips.size(), 1U);
  EXPECT_TRUE(pair.flips[0].to_right);
  EXPECT_GT(pair.flips[0].samples, 50U);
  EXPECT_EQ(pair.right_from, pair.flips[0].samples);
  // From a tie to the right order: no flip, and right from the first sample that is no tie.
  const std::vector<UserRanks> above{models[2], ranks_at({300, 100, 800, 6000, 2000})};
  const Consistency turned =
      analyse_consistency(above, metrics, estimators, {.samples = {5, 9999}});
  EXPECT_TRUE(turned.pairs[0].flips.empty());
  EXPECT_EQ(turned.pairs[0].right_from, 10U);
}

TEST(Consistency, RejectsWhatCannotBeAnalysed) {
  const auto models = table_1();
  const auto metrics = parse_metrics("ap");
  const auto estimators = parse_estimators("naive");
  EXPECT_THAT(message_of([&] {
                analyse_consistency({&models[0], 1}, metrics, estimators);
              }),
              HasSubstr("expected at least two models; got 1"));
  EXPECT_THAT(message_of([&] {
                analyse_consistency(models, metrics, estimators, {.samples = {10, 10}});
              }),
              HasSubstr("expected rising numbers of samples; got 10, 10"));
  EXPECT_THAT(message_of([&] { analyse_consistency(models, {}, estimators); }),
              HasSubstr("expected a metric; got none"));
}

}  // namespace
}  // namespace honestrank

#include "honestrank/comparison/plan.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "comparison/simulated_ranks.h"
#include "error_message.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/rankings/select_entries.h"

namespace honestrank {
namespace {

using ::testing::HasSubstr;
using testing_support::falling;
using testing_support::message_of;
using testing_support::simulated_ranks;
using testing_support::simulated_sample;

/// Scores cost the same wherever they are: sampling is worth it.
PlanOptions equal_costs() {
  PlanOptions options;
  options.cost = {1e-6, 1e-6};
  return options;
}

/// The way of an estimator with all users.
const PlannedWay& way_of(const MetricPlan& plan, const std::string& estimator,
                         std::uint64_t users) {
  const auto found = std::find_if(plan.ways.begin(), plan.ways.end(), [&](const PlannedWay& way) {
    return way.estimator == estimator && way.users == users;
  });
  EXPECT_NE(found, plan.ways.end());
  return *found;
}

TEST(PlanError, FindsTheFewestSamplesForAllUsers) {
  const UserRanks pilot = simulated_ranks(falling(1000, 1.0), 500, 1);
  const auto metrics = parse_metrics("ndcg@10");
  const auto estimators = parse_estimators("bv(0.01)");
  PlanOptions options = equal_costs();
  options.users = 20'000;
  options.confidence = 0.5;  // no margin: what the pilot says
  const MetricPlan plan = plan_error(pilot, metrics, estimators, 0.02, options)[0];
  const PlannedWay& way = way_of(plan, "bv(0.01)", 20'000);
  ASSERT_TRUE(way.reached);
  EXPECT_LE(way.error, 0.02);
  EXPECT_NEAR(way.error, std::hypot(way.bias, way.standard_error), 1e-12);
  // One sample less does not do.
  const double exact = evaluate(pilot, metrics).results[0].value;
  const auto error_at = [&](std::uint64_t samples) {
    const ExpectedMetric expected = expect_estimates(
        pilot, metrics, estimators, {.samples = samples}, {.population = Population::mean})[0];
    return std::hypot(expected.value - exact,
                      expected.standard_deviation * std::sqrt(500.0 / 20'000));
  };
  EXPECT_NEAR(error_at(way.samples), way.error, 1e-9);
  EXPECT_GT(error_at(way.samples - 1), 0.02);
  EXPECT_NEAR(plan.value, exact, 1e-12);
}

// The bias of cls passes 0 near 50 samples and comes back: 64 of them are further off again.
TEST(PlanError, FindsFewSamplesThatDoWhereMoreDoNot) {
  const UserRanks pilot = simulated_ranks(falling(1000, 1.0), 500, 1);
  const auto metrics = parse_metrics("recall@10");
  const auto estimators = parse_estimators("cls");
  constexpr double kWanted = 0.006;
  const double exact = evaluate(pilot, metrics).results[0].value;
  for (const std::uint64_t samples : {32U, 64U, 128U}) {
    const ExpectedMetric expected = expect_estimates(
        pilot, metrics, estimators, {.samples = samples}, {.population = Population::mean})[0];
    EXPECT_GT(std::abs(expected.value - exact), kWanted) << samples;
  }
  PlanOptions options = equal_costs();
  options.users = 20'000;
  options.confidence = 0.5;
  const MetricPlan plan = plan_error(pilot, metrics, estimators, kWanted, options)[0];
  const PlannedWay& way = way_of(plan, "cls", 20'000);
  ASSERT_TRUE(way.reached);
  EXPECT_LE(way.error, kWanted);
  EXPECT_LT(way.samples, 64U);
}

TEST(PlanError, TakesMoreForMore) {
  const UserRanks pilot = simulated_ranks(falling(1000, 1.0), 500, 2);
  const auto metrics = parse_metrics("recall@10");
  const auto estimators = parse_estimators("bv(0.01)");
  const auto samples_for = [&](double error, double confidence) {
    PlanOptions options = equal_costs();
    options.users = 20'000;
    options.confidence = confidence;
    return way_of(plan_error(pilot, metrics, estimators, error, options)[0], "bv(0.01)", 20'000)
        .samples;
  };
  EXPECT_GT(samples_for(0.02, 0.95), samples_for(0.04, 0.95));
  EXPECT_GT(samples_for(0.02, 0.95), samples_for(0.02, 0.5));
}

TEST(PlanError, SaysWhenRankingEverythingIsCheaper) {
  const UserRanks pilot = simulated_ranks(falling(1000, 1.0), 500, 3);
  const auto metrics = parse_metrics("ndcg@10");
  const auto estimators = parse_estimators("naive,bv(0.1)");
  const MetricPlan usual = plan_error(pilot, metrics, estimators, 0.005)[0];
  EXPECT_TRUE(usual.rank_everything);
  PlanOptions slow = equal_costs();
  slow.cost.exact = 1e-3;  // say, a model that is asked pair by pair and is slow when asked for all
  const MetricPlan other = plan_error(pilot, parse_metrics("auc"), estimators, 0.05, slow)[0];
  EXPECT_FALSE(other.rank_everything);
  EXPECT_NE(other.ways.front().samples, 0U);
  // Those that reach come first, the cheapest at the head.
  for (const MetricPlan& plan : {usual, other}) {
    for (std::size_t i = 1; i < plan.ways.size(); ++i) {
      const PlannedWay& before = plan.ways[i - 1];
      const PlannedWay& way = plan.ways[i];
      EXPECT_TRUE(before.reached || !way.reached);
      if (before.reached == way.reached) {
        EXPECT_LE(before.seconds, way.seconds);
      }
    }
  }
}

TEST(PlanError, OfFewerUsersKnowsWhatTheyAdd) {
  const UserRanks pilot = simulated_ranks(falling(1000, 1.0), 2000, 4);
  PlanOptions options = equal_costs();
  options.users = 1'000'000;
  options.confidence = 0.5;
  const MetricPlan plan = plan_error(pilot, parse_metrics("recall@10"), {}, 0.01, options)[0];
  ASSERT_EQ(plan.ways.size(), 2U);
  const PlannedWay& way = plan.ways[0];
  EXPECT_EQ(way.estimator, "exact");
  // A share p of users has standard error sqrt(p (1 - p) / users), but for those that there are.
  const double share = plan.value;
  EXPECT_NEAR(static_cast<double>(way.users), share * (1 - share) / 0.0001,
              0.01 * share * (1 - share) / 0.0001);
  EXPECT_NEAR(way.error, 0.01, 1e-4);
  EXPECT_EQ(plan.ways[1].users, 1'000'000U);
  EXPECT_EQ(plan.ways[1].error, 0);
}

TEST(PlanOrder, NeedsMoreWhereModelsAreClose) {
  const UserRanks good = simulated_ranks(falling(500, 1.2), 5000, 5);
  const UserRanks fair = simulated_ranks(falling(500, 1.0), 5000, 6);
  const UserRanks bad = simulated_ranks(falling(500, 0.2), 5000, 7);
  const auto metrics = parse_metrics("recall@50");
  const auto estimators = parse_estimators("bv(0.01)");
  PlanOptions options = equal_costs();
  options.users = 200;
  const MetricPlan far = plan_order(good, bad, metrics, estimators, 0.99, options)[0];
  const MetricPlan close = plan_order(good, fair, metrics, estimators, 0.99, options)[0];
  const PlannedWay& few = way_of(far, "bv(0.01)", 200);
  const PlannedWay& many = way_of(close, "bv(0.01)", 200);
  ASSERT_TRUE(few.reached);
  EXPECT_GE(few.right_probability, 0.99);
  EXPECT_GT(many.samples, few.samples);
  EXPECT_GT(far.value, close.value);
  EXPECT_LT(far.p_value, 1e-6);
  // The other way round it is the same plan.
  EXPECT_EQ(plan_order(bad, good, metrics, estimators, 0.99, options)[0].p_value, far.p_value);
  const MetricPlan turned = plan_order(bad, good, metrics, estimators, 0.99, options)[0];
  EXPECT_EQ(way_of(turned, "bv(0.01)", 200).samples, few.samples);
  EXPECT_DOUBLE_EQ(turned.value, -far.value);
}

TEST(PlanOrder, TakesNoRoundingForAnOrder) {
  // No more items are drawn than the cut-off has: every sampled value is 1.
  const UserRanks good = simulated_ranks(falling(500, 1.2), 200, 5);
  const UserRanks bad = simulated_ranks(falling(500, 0.2), 200, 7);
  const MetricPlan plan = plan_order(good, bad, parse_metrics("recall@10"),
                                     parse_estimators("naive"), 0.9, equal_costs())[0];
  EXPECT_FALSE(plan.ways.empty());
  for (const PlannedWay& way : plan.ways) {
    EXPECT_TRUE(way.samples == 0 || way.samples >= 10 || !way.reached) << way.samples;
  }
}

TEST(PlanOrder, TakesSoManyUsersThatSomeDiffer) {
  // Three users would have a mean that is far off 0, if one of them differs.
  UserRanks first = simulated_ranks(falling(500, 0.0), 200, 8);
  UserRanks second = first;
  for (std::size_t user = 0; user < second.size(); user += 2) second.groups[user].above += 3;
  for (UserRanks* ranks : {&first, &second}) {
    for (std::uint64_t& items : ranks->items) items = 1000;
  }
  PlanOptions options = equal_costs();
  options.users = 100'000;
  const auto fewest = [&](double probability) {
    const auto ways =
        plan_order(first, second, parse_metrics("auc"), {}, probability, options)[0].ways;
    return ways.front().users;
  };
  // Cantelli's inequality at 0.95 (19 times variance over squared mean, here 1, and a margin);
  // beyond that 30 users who differ.
  EXPECT_GE(fewest(0.95), 19U);
  EXPECT_GE(fewest(0.999), 60U);
  EXPECT_LT(fewest(0.999), 80U);
}

TEST(PilotFromSamples, StandsForTheRanksBehind) {
  const UserRanks truth = simulated_ranks(falling(500, 1.0), 4000, 8);
  const UserRanks pilot = pilot_from_samples(simulated_sample(truth, 100, 9));
  ASSERT_EQ(pilot.size(), truth.size());
  const auto metrics = parse_metrics("auc,ndcg");
  const Evaluation known = evaluate(truth, metrics);
  const Evaluation learnt = evaluate(pilot, metrics);
  EXPECT_NEAR(learnt.results[0].value, known.results[0].value, 0.01);
  EXPECT_NEAR(learnt.results[1].value, known.results[1].value, 0.02);
}

TEST(Plans, RejectWhatCannotBePlanned) {
  const UserRanks pilot = simulated_ranks(falling(100, 1.0), 20, 10);
  const UserRanks small = simulated_ranks(falling(100, 1.0), 9, 10);
  const auto metrics = parse_metrics("ap");
  const auto naive = parse_estimators("naive");
  const auto message = [&](auto call) { return message_of(call); };
  EXPECT_THAT(message([&] { plan_error(pilot, metrics, naive, 0); }),
              HasSubstr("plan_error: expected an error above 0; got 0"));
  EXPECT_THAT(message([&] { plan_error(small, metrics, naive, 0.1); }),
              HasSubstr("expected a pilot of at least 10 users; got 9"));
  EXPECT_THAT(message([&] { plan_error(pilot, metrics, parse_estimators("mle"), 0.1); }),
              HasSubstr("got 'mle', which learns from the sample"));
  EXPECT_THAT(message([&] { plan_order(pilot, pilot, metrics, naive, 0.4); }),
              HasSubstr("expected a probability above 0.5 and below 1; got 0.4"));
  EXPECT_THAT(message([&] { plan_order(pilot, small, metrics, naive, 0.9); }),
              HasSubstr("expected a pilot of at least 10 users; got 9"));
}

TEST(PlanOrder, FindsNoWayWhereBothHaveTheSameValue) {
  const UserRanks pilot = simulated_ranks(falling(1000, 1.0), 100, 1);
  std::vector<std::size_t> backwards(pilot.size());
  for (std::size_t i = 0; i < backwards.size(); ++i) backwards[i] = backwards.size() - 1 - i;
  // Differences of users cancel out but for rounding.
  for (const UserRanks& other : {pilot, select_entries(pilot, backwards)}) {
    const MetricPlan plan =
        plan_order(pilot, other, parse_metrics("ndcg"), parse_estimators("naive"), 0.9)[0];
    EXPECT_EQ(plan.value, 0);
    EXPECT_EQ(plan.p_value, 1);
    EXPECT_TRUE(plan.ways.empty());
    EXPECT_FALSE(plan.rank_everything);
  }
}

}  // namespace
}  // namespace honestrank

#include "honestrank/comparison/compare.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "comparison/random_differences.h"
#include "error_message.h"

namespace honestrank {
namespace {

using ::testing::HasSubstr;
using testing_support::message_of;
using testing_support::random_differences;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

/// Three models, two metrics; C is like A, B is better.
std::vector<ModelValues> three_models(std::size_t users = 400) {
  std::vector<ModelValues> values;
  std::uint64_t seed = 1;
  for (const char* metric : {"ndcg@10", "ap"}) {
    const auto common = random_differences(users, 100 + seed);
    for (const char* model : {"A", "B", "C"}) {
      auto own = random_differences(users, seed++, model[0] == 'B' ? 0.5 : 0);
      for (std::size_t i = 0; i < users; ++i) own[i] += common[i];
      values.push_back({model, metric, "exact", std::move(own)});
    }
  }
  return values;
}

TEST(CompareModels, ComparesAllPairsOfEachMetric) {
  const Comparison result = compare_models(three_models());
  ASSERT_EQ(result.comparisons.size(), 6U);
  EXPECT_EQ(result.family, 6U);
  const ModelComparison& row = result.comparisons[0];
  EXPECT_EQ(row.model, "A");
  EXPECT_EQ(row.against, "B");
  EXPECT_EQ(row.metric, "ndcg@10");
  EXPECT_LT(row.difference.mean, 0);
  EXPECT_LT(row.adjusted_p_value, 0.001);
  EXPECT_LT(row.order_probability, 0.001);
  EXPECT_GE(row.adjusted_p_value, row.p_value);
  EXPECT_GT(result.comparisons[1].p_value, 0.01);  // A and C
  ASSERT_EQ(result.means.size(), 6U);
  EXPECT_GT(*result.means[1].winner_probability, 0.999);
}

TEST(CompareModels, ComparesWithOneModel) {
  const Comparison result = compare_models(three_models(), {.against = "B"});
  ASSERT_EQ(result.comparisons.size(), 4U);
  for (const ModelComparison& row : result.comparisons) {
    EXPECT_EQ(row.against, "B");
    EXPECT_LT(row.difference.mean, 0);
  }
}

TEST(CompareModels, OfTwoModelsInAnotherOrderIsTheSameWithAnotherSign) {
  auto values = three_models();
  std::erase_if(values, [](const ModelValues& one) { return one.model == "C"; });
  auto swapped = values;
  std::swap(swapped[0], swapped[1]);
  std::swap(swapped[2], swapped[3]);
  const CompareOptions options{.tests = {PairedTest::t, PairedTest::wilcoxon, PairedTest::sign,
                                         PairedTest::randomisation, PairedTest::bootstrap},
                               .resampling = {.resamples = 1000}};
  const Comparison one = compare_models(values, options);
  const Comparison other = compare_models(swapped, options);
  ASSERT_EQ(one.comparisons.size(), 10U);
  for (std::size_t i = 0; i < one.comparisons.size(); ++i) {
    const ModelComparison& a = one.comparisons[i];
    const ModelComparison& b = other.comparisons[i];
    EXPECT_EQ(a.test, b.test);
    EXPECT_EQ(a.p_value, b.p_value) << to_string(a.test);
    EXPECT_EQ(a.difference.mean, -b.difference.mean);
    EXPECT_EQ(a.difference.effect_size, -b.difference.effect_size);
    EXPECT_NEAR(a.difference.low, -b.difference.high, 1e-12);
    EXPECT_EQ(a.difference.wins, b.difference.losses);
    EXPECT_NEAR(a.order_probability, 1 - b.order_probability, 1e-12);
  }
}

TEST(CompareModels, LooksAtGroups) {
  const auto values = three_models(100);
  UserSlice slice{"activity", {"few", "many", "nobody"}, {}};
  for (std::uint32_t user = 0; user < 100; ++user) {
    slice.group.push_back(user == 0 ? UserSlice::kNone : user % 4 == 0 ? 0 : 1);
  }
  const Comparison result = compare_models(values, {.winner = false}, {&slice, 1});
  // All users and two groups: the empty one has no rows.
  EXPECT_EQ(result.means.size(), 18U);
  EXPECT_EQ(result.comparisons.size(), 18U);
  EXPECT_EQ(result.family, 18U);
  EXPECT_EQ(result.means[6].group, "few");
  EXPECT_EQ(result.means[6].users, 24U);
  EXPECT_EQ(result.means[12].users, 75U);
  EXPECT_FALSE(result.means[0].winner_probability.has_value());
  EXPECT_EQ(result.comparisons[6].difference.users, 24U);
  EXPECT_THAT(result.comparisons[6].diagnostics[0], HasSubstr("24 users differ"));
}

TEST(CompareModels, PairsUsersThatHaveBothValues) {
  const std::vector<ModelValues> values{{"A", "ap", "exact", {1, kNan, 3, 4}},
                                        {"B", "ap", "exact", {0, 2, kNan, 4}}};
  const Comparison result = compare_models(values);
  EXPECT_EQ(result.comparisons[0].difference.users, 2U);
  EXPECT_EQ(result.comparisons[0].difference.wins, 1U);
  EXPECT_EQ(result.comparisons[0].difference.ties, 1U);
  EXPECT_EQ(result.means[0].users, 3U);
}

TEST(CompareModels, HasTheSameBitsForAnyNumberOfThreads) {
  CompareOptions options{.tests = {PairedTest::randomisation, PairedTest::bootstrap},
                         .resampling = {.resamples = 2000}};
  const auto values = three_models(200);
  options.resampling.threads = 1;
  const Comparison one = compare_models(values, options);
  options.resampling.threads = 5;
  const Comparison many = compare_models(values, options);
  for (std::size_t i = 0; i < one.comparisons.size(); ++i) {
    EXPECT_EQ(one.comparisons[i].p_value, many.comparisons[i].p_value);
    EXPECT_EQ(one.comparisons[i].difference.low, many.comparisons[i].difference.low);
  }
  for (std::size_t i = 0; i < one.means.size(); ++i) {
    EXPECT_EQ(one.means[i].winner_probability, many.means[i].winner_probability);
  }
}

TEST(CompareModels, RejectsWhatCannotBeCompared) {
  const auto message = [](const std::vector<ModelValues>& values, const CompareOptions& options) {
    return message_of([&] { compare_models(values, options); });
  };
  EXPECT_THAT(message({{"A", "ap", "exact", {1}}}, {}),
              HasSubstr("expected at least two models; got 1"));
  EXPECT_THAT(message({{"A", "ap", "exact", {1}}, {"B", "ap", "exact", {1, 2}}}, {}),
              HasSubstr("expected values of the same users; got 1 and 2"));
  EXPECT_THAT(message({{"A", "ap", "exact", {1}}, {"B", "rr", "exact", {1}}}, {}),
              HasSubstr("expected ap of every model; got none of 'B'"));
  EXPECT_THAT(message({{"A", "ap", "exact", {1}}, {"B", "ap", "exact", {1}}}, {.against = "Z"}),
              HasSubstr("expected one of the models A, B; got 'Z'"));
}

TEST(PairedTests, HaveNames) {
  for (const char* name : {"t", "wilcoxon", "sign", "randomisation", "bootstrap"}) {
    EXPECT_EQ(to_string(parse_paired_test(name)), name);
  }
  EXPECT_EQ(parse_paired_test("permutation"), PairedTest::randomisation);
  EXPECT_THAT(message_of([] { parse_paired_test("anova"); }), HasSubstr("got 'anova'"));
}

TEST(CompareModels, CountsInHowManyRepeatsTheFirstIsLarger) {
  std::vector<ModelValues> values = {{"A", "ap", "exact", {1, 2, 3}, {0.5, 0.7, 0.6, 0.4}},
                                     {"B", "ap", "exact", {3, 2, 1}, {0.4, 0.7, 0.5, 0.6}}};
  UserSlice slice{"half", {"one", "two"}, {0, 1, 1}};
  const Comparison result = compare_models(values, {}, std::span(&slice, 1));
  ASSERT_EQ(result.comparisons.size(), 3U);
  EXPECT_EQ(result.comparisons[0].repeats, 4U);
  EXPECT_EQ(result.comparisons[0].repeat_order, 0.625);  // two larger, one equal
  EXPECT_EQ(result.comparisons[1].repeats, 0U);          // a group's values were not repeated
  values[1].repeats.pop_back();
  EXPECT_EQ(compare_models(values).comparisons[0].repeats, 0U);
}

}  // namespace
}  // namespace honestrank

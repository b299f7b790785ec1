#include "honestrank/comparison/estimation_quality.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "error_message.h"

namespace honestrank {
namespace {

using ::testing::HasSubstr;
using testing_support::message_of;

TEST(RelativeError, IsTheMeanOverMetricsAndRepeats) {
  const std::vector<MetricValues> repeats{{0.2, 0.4}, {0.1, 0.5}};
  const MeanOverRepeats error = relative_error(repeats, {0.1, 0.4});
  // 1 and 0, then 0 and a quarter.
  EXPECT_DOUBLE_EQ(error.mean, (0.5 + 0.125) / 2);
  EXPECT_NEAR(error.standard_error, (0.5 - 0.125) / 2, 1e-15);
}

TEST(RelativeError, OfOneRepeatHasNoStandardError) {
  const std::vector<MetricValues> repeats{{0.1}};
  const MeanOverRepeats error = relative_error(repeats, {0.1});
  EXPECT_EQ(error.mean, 0);
  EXPECT_TRUE(std::isnan(error.standard_error));
}

TEST(RelativeError, RejectsWhatHasNone) {
  const std::vector<MetricValues> one{{0.1}};
  EXPECT_THAT(message_of([&] { relative_error(one, {0.0}); }),
              HasSubstr("expected a truth above 0; got 0 for metric 1"));
  EXPECT_THAT(message_of([&] {
                relative_error(one, {0.1, 0.2});
              }),
              HasSubstr("expected values of 2 metrics; got 1"));
  EXPECT_THAT(message_of([&] { relative_error({}, {0.1}); }),
              HasSubstr("expected a repeat; got none"));
  EXPECT_THAT(message_of([&] { relative_error(one, {}); }),
              HasSubstr("expected a metric; got none"));
  const std::vector<MetricValues> nan{{std::numeric_limits<double>::quiet_NaN()}};
  EXPECT_THAT(message_of([&] { relative_error(nan, {0.1}); }),
              HasSubstr("expected finite values; got nan for metric 1"));
}

TEST(RightWinners, AreCountedForEachMetric) {
  // By the first metric the first model is best, by the second the second.
  const std::vector<MetricValues> truth{{0.3, 0.1}, {0.2, 0.2}};
  const std::vector<std::vector<MetricValues>> estimates{
      {{0.3, 0.1}, {0.1, 0.1}, {0.5, 0.3}, {0.5, 0.1}},
      {{0.2, 0.2}, {0.2, 0.2}, {0.4, 0.2}, {0.2, 0.2}},
  };
  EXPECT_EQ(right_winners(estimates, truth), (std::vector<double>{0.75, 0.75}));
}

TEST(RightWinners, ShareEqualEstimatesAndEqualTruths) {
  const std::vector<MetricValues> truth{{0.3}, {0.3}, {0.1}};
  // All three tie: two of them are right. Then the second is found, which is as good as the first.
  const std::vector<std::vector<MetricValues>> estimates{
      {{0.2}, {0.1}}, {{0.2}, {0.2}}, {{0.2}, {0.1}}};
  EXPECT_NEAR(right_winners(estimates, truth)[0], (2.0 / 3 + 1) / 2, 1e-15);
}

TEST(RightWinners, RejectsWhatCannotBeCompared) {
  const std::vector<MetricValues> truth{{0.3}, {0.2}};
  const auto message = [](const std::vector<std::vector<MetricValues>>& estimates,
                          const std::vector<MetricValues>& of) {
    return message_of([&] { right_winners(estimates, of); });
  };
  EXPECT_THAT(message({{{0.3}}}, {{0.3}}), HasSubstr("expected at least two models; got 1"));
  EXPECT_THAT(message({{{0.3}}}, truth), HasSubstr("expected estimates of 2 models; got 1"));
  EXPECT_THAT(message({{{0.3}}, {{0.3}, {0.3}}}, truth),
              HasSubstr("expected 1 repeats of each model; got 2"));
  EXPECT_THAT(message({{}, {}}, truth), HasSubstr("expected a repeat; got none"));
  EXPECT_THAT(message({{{0.3}}, {{0.3, 0.1}}}, truth),
              HasSubstr("expected values of 1 metrics; got 2"));
}

}  // namespace
}  // namespace honestrank

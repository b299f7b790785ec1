#include "honestrank/comparison/order_probability.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "comparison/random_differences.h"
#include "error_message.h"

namespace honestrank {
namespace {

using ::testing::HasSubstr;
using testing_support::message_of;
using testing_support::random_differences;

ExpectedMetric expected(double value, double deviation) {
  ExpectedMetric metric;
  metric.value = value;
  metric.standard_deviation = deviation;
  return metric;
}

TEST(OrderProbability, IsThatOfANormalNumber) {
  EXPECT_DOUBLE_EQ(order_probability(0, 1), 0.5);
  EXPECT_NEAR(order_probability(1.959963984540054, 1), 0.975, 1e-12);
  EXPECT_NEAR(order_probability(-2, 0.5) + order_probability(2, 0.5), 1, 1e-15);
  EXPECT_EQ(order_probability(1, 0), 1);
  EXPECT_EQ(order_probability(-1, 0), 0);
  EXPECT_EQ(order_probability(0, 0), 0.5);
  EXPECT_TRUE(std::isnan(order_probability(0.1, std::nan(""))));
  EXPECT_DOUBLE_EQ(order_probability(expected(3, 3), expected(1, 4)), order_probability(2, 5));
}

// Krichene & Rendle's Table 4 from the means and deviations of their Table 3: X against Y, Recall,
// bv(0.1): 6.49 +- 0.25 and 6.95 +- 0.21; the right order came up in 93 of 100 runs.
TEST(OrderProbability, ExplainsTable4) {
  EXPECT_NEAR(order_probability(expected(6.95, 0.21), expected(6.49, 0.25)), 0.93, 0.03);
  // AP with bv(0.01): 3.37 +- 0.21, 3.62 +- 0.18; 79 runs.
  EXPECT_NEAR(order_probability(expected(3.62, 0.18), expected(3.37, 0.21)), 0.79, 0.04);
}

TEST(OrderOverRepeats, CountsHalfOfEqualValues) {
  const std::vector<MetricValues> first{{1, 5}, {2, 5}, {3, 5}, {4, 5}};
  const std::vector<MetricValues> second{{0, 6}, {2, 6}, {4, 6}, {3, 6}};
  EXPECT_EQ(order_over_repeats(first, second), (std::vector<double>{0.625, 0}));
  EXPECT_EQ(order_over_repeats(second, first), (std::vector<double>{0.375, 1}));
  EXPECT_THAT(message_of([&] { order_over_repeats(first, {}); }),
              HasSubstr("expected as many repeats of both models, at least one; got 4 and 0"));
}

TEST(WinnerProbabilities, OfTwoModelsAreThoseOfTheirOrder) {
  const auto base = random_differences(800, 1);
  auto better = random_differences(800, 2, 0.05);
  for (std::size_t i = 0; i < base.size(); ++i) better[i] += base[i];
  const std::vector<std::vector<double>> values{base, better};
  const auto winner = winner_probabilities(values);
  double mean = 0;
  double squares = 0;
  for (std::size_t i = 0; i < base.size(); ++i) mean += (better[i] - base[i]) / 800;
  for (std::size_t i = 0; i < base.size(); ++i) {
    squares += std::pow(better[i] - base[i] - mean, 2);
  }
  // 10,000 resamples: a standard error of half a per cent.
  EXPECT_NEAR(winner[1], order_probability(mean, std::sqrt(squares / 799 / 800)), 0.02);
  EXPECT_NEAR(winner[0] + winner[1], 1, 1e-12);
  const auto same = winner_probabilities(values, {.threads = 3});
  EXPECT_EQ(winner, same);
}

TEST(WinnerProbabilities, OfVeryManyUsersAreThoseOfTheirOrder) {
  constexpr std::size_t kUsers = 70'000;
  const auto base = random_differences(kUsers, 1);
  auto better = random_differences(kUsers, 2, 0.003);
  for (std::size_t i = 0; i < base.size(); ++i) better[i] += base[i];
  const std::vector<std::vector<double>> values{base, better, base};
  const auto winner = winner_probabilities(values, {.resamples = 4000});
  double mean = 0;
  double squares = 0;
  for (std::size_t i = 0; i < kUsers; ++i) mean += (better[i] - base[i]) / kUsers;
  for (std::size_t i = 0; i < kUsers; ++i) squares += std::pow(better[i] - base[i] - mean, 2);
  const double deviation = std::sqrt(squares / (kUsers - 1) / kUsers);
  // Four standard errors of 4,000 resamples, and what 4,096 groups leave open of the deviation.
  EXPECT_NEAR(winner[1], order_probability(mean, deviation), 0.032 + 0.01);
  EXPECT_DOUBLE_EQ(winner[0], winner[2]);  // equal models share
}

TEST(WinnerProbabilities, ShareEqualModelsAndLeaveOutUsers) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<std::vector<double>> values{{1, 2, nan}, {1, 2, 3}, {0, 0, 9}};
  const auto winner = winner_probabilities(values);
  EXPECT_DOUBLE_EQ(winner[0], 0.5);
  EXPECT_DOUBLE_EQ(winner[1], 0.5);
  EXPECT_EQ(winner[2], 0);
  const std::vector<std::vector<double>> nobody{{nan}, {1}};
  EXPECT_TRUE(std::isnan(winner_probabilities(nobody)[0]));
  const std::vector<std::vector<double>> uneven{{1, 2}, {1}};
  EXPECT_THAT(message_of([&] { winner_probabilities(uneven); }),
              HasSubstr("expected values of the same users; got 2 and 1"));
}

TEST(WinnerProbabilities, OfSampledMetricsAreThoseOfNormalNumbers) {
  std::vector<ExpectedMetric> metrics{expected(0.1, 0.03), expected(0.12, 0.04)};
  const double first = order_probability(metrics[0], metrics[1]);
  EXPECT_EQ(winner_probabilities(metrics)[0], first);  // of two nothing is drawn
  metrics.push_back(expected(-9, 0.04));               // one that never wins changes nothing
  const auto winner = winner_probabilities(metrics);
  // Four standard errors of 100,000 draws.
  EXPECT_NEAR(winner[0], first, 0.0064);
  EXPECT_EQ(winner[2], 0);
  EXPECT_NEAR(std::accumulate(winner.begin(), winner.end(), 0.0), 1, 1e-9);
}

}  // namespace
}  // namespace honestrank

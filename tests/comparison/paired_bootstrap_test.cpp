#include "honestrank/comparison/paired_bootstrap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "comparison/random_differences.h"
#include "error_message.h"
#include "honestrank/comparison/paired_difference.h"

namespace honestrank {
namespace {

using testing_support::message_of;
using testing_support::negated;
using testing_support::random_differences;

TEST(PairedBootstrap, AgreesWithStudentOnManyUsers) {
  const auto differences = random_differences(2000, 4, 0.05);
  const PairedDifference student = paired_difference(differences);
  const PairedBootstrap bootstrap = paired_bootstrap(differences, {.resamples = 20'000});
  EXPECT_DOUBLE_EQ(bootstrap.mean, student.mean);
  // A standard deviation of 20,000 draws is known to half a per cent; ends of intervals to 2 % of
  // the standard error.
  EXPECT_NEAR(bootstrap.standard_error, student.standard_error, 0.02 * student.standard_error);
  EXPECT_NEAR(bootstrap.low, student.low, 0.1 * student.standard_error);
  EXPECT_NEAR(bootstrap.high, student.high, 0.1 * student.standard_error);
  EXPECT_NEAR(bootstrap.p_value, student.p_value, 0.01);
  EXPECT_TRUE(bootstrap.corrected);
}

TEST(PairedBootstrap, LeansToTheLongTail) {
  std::vector<double> skewed;
  for (const double each : random_differences(60, 8)) skewed.push_back(std::exp(each));
  const PairedBootstrap bootstrap = paired_bootstrap(skewed);
  EXPECT_GT(bootstrap.acceleration, 0);
  EXPECT_GT(bootstrap.high - bootstrap.mean, bootstrap.mean - bootstrap.low);
  const PairedBootstrap mirrored = paired_bootstrap(negated(skewed));
  EXPECT_DOUBLE_EQ(mirrored.acceleration, -bootstrap.acceleration);
  EXPECT_NEAR(mirrored.low, -bootstrap.high, 1e-12);
  EXPECT_NEAR(mirrored.high, -bootstrap.low, 1e-12);
  EXPECT_EQ(mirrored.p_value, bootstrap.p_value);
}

TEST(PairedBootstrap, HasTheSameBitsForAnyNumberOfThreads) {
  const auto differences = random_differences(500, 5, 0.02);
  const auto run = [&](unsigned threads) {
    return paired_bootstrap(differences, {.resamples = 2000, .threads = threads});
  };
  for (const unsigned threads : {2U, 7U}) {
    EXPECT_EQ(run(1).low, run(threads).low);
    EXPECT_EQ(run(1).p_value, run(threads).p_value);
  }
}

TEST(PairedBootstrap, HandlesWhatHasNoSpread) {
  const PairedBootstrap same = paired_bootstrap(std::vector<double>{0, 0, 0});
  EXPECT_EQ(same.p_value, 1);
  EXPECT_EQ(same.low, 0);
  const PairedBootstrap all = paired_bootstrap(std::vector<double>{1, 1});
  EXPECT_LT(all.p_value, 0.001);
  EXPECT_EQ(all.high, 1);
  // Equal but for rounding.
  const PairedBootstrap rounded = paired_bootstrap(std::vector<double>{0.1 + 0.2, 0.3, 0.1 + 0.2});
  EXPECT_EQ(rounded.standard_error, 0);
  EXPECT_EQ(rounded.high, rounded.low);
  EXPECT_TRUE(std::isnan(paired_bootstrap(std::vector<double>{1}).low));
  EXPECT_TRUE(std::isnan(paired_bootstrap({}).mean));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(paired_bootstrap(std::vector<double>{1, nan, 2}).users, 2U);
  EXPECT_THAT(message_of([] { paired_bootstrap({}, {.resamples = 5}); }),
              ::testing::HasSubstr("expected at least 100 resamples; got 5"));
}

}  // namespace
}  // namespace honestrank

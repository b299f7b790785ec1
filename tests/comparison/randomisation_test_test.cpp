#include "honestrank/comparison/randomisation_test.h"

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
using testing_support::scaled;

TEST(RandomisationTest, TriesAllSwapsOfFewUsers) {
  // Sums of +-1 +-2 +-3: 6, 4, 2, 0, 0, -2, -4, -6; as far as 4: four of eight.
  const RandomisationTest test = randomisation_test(std::vector<double>{-1, 2, 3, 0});
  EXPECT_TRUE(test.exact);
  EXPECT_EQ(test.resamples, 8U);
  EXPECT_DOUBLE_EQ(test.p_value, 0.5);
  EXPECT_EQ(test.monte_carlo_error, 0);
}

TEST(RandomisationTest, DrawsWhatTheReferenceDraws) {
  for (const std::size_t users : {14U, 127U, 128U, 129U, 1023U, 1024U, 1025U, 2500U}) {
    const auto differences = random_differences(users, users, 0.03, users % 2 == 0 ? 0.25 : 0);
    const ResamplingOptions options{.resamples = 1234, .seed = users};
    const RandomisationTest fast = randomisation_test(differences, options);
    EXPECT_EQ(fast.p_value, randomisation_test_reference(differences, options).p_value) << users;
    EXPECT_FALSE(fast.exact);
    EXPECT_EQ(fast.resamples, 1234U);
  }
}

TEST(RandomisationTest, HasTheSameBitsForAnyNumberOfThreads) {
  const auto differences = random_differences(3000, 5, 0.02);
  const auto p = [&](unsigned threads) {
    return randomisation_test(differences, {.resamples = 5000, .threads = threads}).p_value;
  };
  EXPECT_EQ(p(1), p(2));
  EXPECT_EQ(p(1), p(7));
}

TEST(RandomisationTest, AgreesWithStudentsTestOnManyUsers) {
  for (const double mean : {0.0, 0.03, 0.06}) {
    const auto differences = random_differences(2000, 9, mean);
    const RandomisationTest test = randomisation_test(differences, {.resamples = 20'000});
    // Four standard errors of 20,000 draws, and the approximation.
    EXPECT_NEAR(test.p_value, paired_difference(differences).p_value,
                4 * test.monte_carlo_error + 0.002);
  }
}

TEST(RandomisationTest, DoesNotCareWhichModelIsFirst) {
  const auto differences = random_differences(300, 11, 0.1);
  const double p = randomisation_test(differences).p_value;
  EXPECT_EQ(p, randomisation_test(negated(differences)).p_value);
  EXPECT_EQ(p, randomisation_test(scaled(differences, 4)).p_value);
}

TEST(RandomisationTest, HandlesWhatHasNoDifference) {
  EXPECT_EQ(randomisation_test(std::vector<double>{0, 0}).p_value, 1);
  EXPECT_TRUE(std::isnan(randomisation_test({}).p_value));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(randomisation_test(std::vector<double>{1, nan, 1}).p_value, 0.5);
  EXPECT_THAT(message_of([] { randomisation_test({}, {.resamples = 99}); }),
              ::testing::HasSubstr("expected at least 100 resamples; got 99"));
}

}  // namespace
}  // namespace honestrank

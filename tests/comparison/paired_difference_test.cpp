#include "honestrank/comparison/paired_difference.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

#include "honestrank/base/error.h"

namespace honestrank {
namespace {

/// scipy.stats.ttest_rel([1, 2, 3, 4, 6], [1, 1, 2, 4, 3]): t = 1.8257, p = 0.1419.
TEST(PairedDifference, IsStudentsTest) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> first{1, 2, nan, 3, 4, 6, 7};
  const std::vector<double> second{1, 1, 5, 2, 4, 3, nan};
  const PairedDifference result = paired_difference(first, second);
  EXPECT_EQ(result.users, 5U);
  EXPECT_DOUBLE_EQ(result.mean, 1);
  EXPECT_NEAR(result.mean / result.standard_error, 1.8257418583505536, 1e-12);
  EXPECT_NEAR(result.p_value, 0.14194, 1e-4);
  EXPECT_NEAR(result.high - result.mean, 2.7764451051977987 * result.standard_error, 1e-9);
  EXPECT_NEAR(result.mean - result.low, result.high - result.mean, 1e-12);
}

TEST(PairedDifference, HandlesWhatHasNoSpread) {
  const std::vector<double> same{1, 2};
  EXPECT_EQ(paired_difference(same, same).p_value, 1);
  EXPECT_EQ(paired_difference(same, std::vector<double>{0, 1}).p_value, 0);
  EXPECT_TRUE(
      std::isnan(paired_difference(std::vector<double>{1}, std::vector<double>{2}).p_value));
  EXPECT_TRUE(std::isnan(paired_difference({}, {}).mean));
  EXPECT_THROW(paired_difference(same, std::vector<double>{1}), InputError);
}

/// 0.1 more for everybody: differences that are equal but for rounding.
TEST(PairedDifference, TakesNoRoundingForSpread) {
  std::vector<double> first;
  std::vector<double> second;
  for (int i = 0; i < 50; ++i) {
    second.push_back(0.013 * i);
    first.push_back(second.back() + 0.1);
  }
  const PairedDifference result = paired_difference(first, second);
  EXPECT_NEAR(result.mean, 0.1, 1e-15);
  EXPECT_EQ(result.standard_error, 0);
  EXPECT_EQ(result.low, result.mean);
  EXPECT_EQ(result.high, result.mean);
  EXPECT_TRUE(std::isnan(result.effect_size));
  EXPECT_EQ(result.p_value, 0);
  EXPECT_EQ(result.wins, 50U);
}

TEST(PairedDifference, CountsValuesThatAreEqualButForRoundingAsTies) {
  const std::vector<double> first{0.1 + 0.2, 0.5, 0.3};
  const std::vector<double> second{0.3, 0.25, 0.1 + 0.2};
  ASSERT_NE(first[0], second[0]);
  const PairedDifference result = paired_difference(first, second);
  EXPECT_EQ(result.wins, 1U);
  EXPECT_EQ(result.ties, 2U);
  EXPECT_EQ(differences_of(first, second), (std::vector<double>{0, 0.25, 0}));
  const PairedDifference same = paired_difference(first, std::vector<double>{0.3, 0.5, 0.3});
  EXPECT_EQ(same.mean, 0);
  EXPECT_EQ(same.p_value, 1);
  // Of differences alone the largest says what rounding is.
  const PairedDifference alone = paired_difference(std::vector<double>{0.5, 1e-17, -1e-17});
  EXPECT_EQ(alone.wins, 1U);
  EXPECT_EQ(alone.ties, 2U);
}

TEST(PairedDifference, KeepsSmallDifferences) {
  const PairedDifference result =
      paired_difference(std::vector<double>{1 + 1e-9, 1, 1}, std::vector<double>{1, 1 + 2e-9, 1});
  EXPECT_EQ(result.wins, 1U);
  EXPECT_EQ(result.losses, 1U);
  EXPECT_GT(result.standard_error, 0);
}

}  // namespace
}  // namespace honestrank

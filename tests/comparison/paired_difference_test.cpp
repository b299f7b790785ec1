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

}  // namespace
}  // namespace honestrank

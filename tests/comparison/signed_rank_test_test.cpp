#include "honestrank/comparison/signed_rank_test.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "comparison/random_differences.h"

namespace honestrank {
namespace {

using testing_support::negated;
using testing_support::random_differences;
using testing_support::scaled;

constexpr ZeroDifferences kAll[] = {ZeroDifferences::wilcox, ZeroDifferences::pratt,
                                    ZeroDifferences::zsplit};

/// The two-sided p-value by trying all signs, ranks as given.
double p_of_all_signs(const std::vector<double>& twice_ranks, double twice_positive) {
  const std::size_t ways = std::size_t{1} << twice_ranks.size();
  double below = 0;
  double above = 0;
  for (std::size_t way = 0; way < ways; ++way) {
    double sum = 0;
    for (std::size_t i = 0; i < twice_ranks.size(); ++i) {
      if (((way >> i) & 1U) != 0) sum += twice_ranks[i];
    }
    if (sum <= twice_positive) ++below;
    if (sum >= twice_positive) ++above;
  }
  return std::min(1.0, 2 * std::min(below, above) / static_cast<double>(ways));
}

TEST(SignedRankTest, IsExactForFewUsersWithTies) {
  // Sizes 1, 2, 2, 3, 4, 4, 4: ranks 1, 2.5, 2.5, 4, 6, 6, 6. Positive: 1, 2.5, 6, 6, 6.
  const std::vector<double> differences{1, 2, -2, -3, 4, 4, 4, 0};
  const SignedRankTest test = signed_rank_test(differences);
  EXPECT_TRUE(test.exact);
  EXPECT_DOUBLE_EQ(test.positive_ranks, 21.5);
  EXPECT_DOUBLE_EQ(test.negative_ranks, 6.5);
  EXPECT_DOUBLE_EQ(test.p_value, p_of_all_signs({2, 5, 5, 8, 12, 12, 12}, 43));
}

TEST(SignedRankTest, TreatsZerosAsAsked) {
  const std::vector<double> differences{0, 0, 1, -2, 3};
  // Zeros share the ranks 1.5; the others have 3, 4, 5.
  const SignedRankTest pratt = signed_rank_test(differences, ZeroDifferences::pratt);
  EXPECT_DOUBLE_EQ(pratt.positive_ranks, 8);
  EXPECT_DOUBLE_EQ(pratt.negative_ranks, 4);
  EXPECT_DOUBLE_EQ(pratt.p_value, p_of_all_signs({6, 8, 10}, 16));
  const SignedRankTest split = signed_rank_test(differences, ZeroDifferences::zsplit);
  EXPECT_DOUBLE_EQ(split.positive_ranks, 9.5);
  EXPECT_DOUBLE_EQ(split.negative_ranks, 5.5);
}

TEST(SignedRankTest, DoesNotCareWhichModelIsFirst) {
  for (const std::size_t users : {5U, 20U, 50U, 51U, 300U}) {
    for (const double step : {0.0, 0.5}) {
      const auto differences = random_differences(users, users, 0.2, step);
      for (const ZeroDifferences zeros : kAll) {
        const SignedRankTest one = signed_rank_test(differences, zeros);
        const SignedRankTest other = signed_rank_test(negated(differences), zeros);
        EXPECT_DOUBLE_EQ(one.p_value, other.p_value);
        EXPECT_DOUBLE_EQ(one.z, -other.z);
        EXPECT_DOUBLE_EQ(one.positive_ranks, other.negative_ranks);
        EXPECT_EQ(one.p_value, signed_rank_test(scaled(differences, 8), zeros).p_value);
        EXPECT_GE(one.p_value, 0);
        EXPECT_LE(one.p_value, 1);
      }
    }
  }
}

TEST(SignedRankTest, ApproximationMeetsTheExactValueWhereBothAreGood) {
  const auto differences = random_differences(50, 3, 0.25);
  const SignedRankTest exact = signed_rank_test(differences);
  ASSERT_TRUE(exact.exact);
  const double normal = std::erfc(std::abs(exact.z) / std::sqrt(2.0));
  EXPECT_NEAR(exact.p_value, normal, 0.005);  // of order 1 / users
}

TEST(SignedRankTest, LeavesOutNanAndHasNothingToSayOfNoDifference) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<double> with{1, nan, 2, -1};
  const std::vector<double> without{1, 2, -1};
  EXPECT_EQ(signed_rank_test(with).p_value, signed_rank_test(without).p_value);
  for (const ZeroDifferences zeros : kAll) {
    EXPECT_EQ(signed_rank_test(std::vector<double>{0, 0}, zeros).p_value, 1);
    EXPECT_EQ(signed_rank_test({}, zeros).p_value, 1);
  }
}

}  // namespace
}  // namespace honestrank

#include "honestrank/comparison/sign_test.h"

#include <gtest/gtest.h>

namespace honestrank {
namespace {

TEST(SignTest, IsTheBinomialTest) {
  // 2 (1 + 5) / 2^5; scipy.stats.binomtest(1, 5).
  EXPECT_DOUBLE_EQ(sign_test(4, 1), 0.375);
  EXPECT_DOUBLE_EQ(sign_test(0, 5), 0.0625);
  EXPECT_EQ(sign_test(3, 3), 1);
  EXPECT_EQ(sign_test(0, 0), 1);
  // scipy.stats.binomtest(499000, 1000000).
  EXPECT_NEAR(sign_test(499'000, 501'000), 0.0456082998653896, 1e-9);
}

TEST(SignTest, DoesNotCareWhichModelIsFirst) {
  for (std::uint64_t wins = 0; wins < 40; ++wins) {
    EXPECT_EQ(sign_test(wins, 40 - wins), sign_test(40 - wins, wins));
    EXPECT_LE(sign_test(wins, 40 - wins), 1);
  }
}

}  // namespace
}  // namespace honestrank

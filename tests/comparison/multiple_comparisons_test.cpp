#include "honestrank/comparison/multiple_comparisons.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "error_message.h"
#include "honestrank/base/random.h"

namespace honestrank {
namespace {

using ::testing::DoubleEq;
using ::testing::ElementsAre;
using testing_support::message_of;

// R: p.adjust(c(0.01, 0.04, 0.03, 0.005), "holm") and "BH".
TEST(AdjustedPValues, AreThoseOfR) {
  const std::vector<double> p{0.01, 0.04, 0.03, 0.005};
  EXPECT_THAT(adjusted_p_values(p, Correction::holm),
              ElementsAre(DoubleEq(0.03), DoubleEq(0.06), DoubleEq(0.06), DoubleEq(0.02)));
  EXPECT_THAT(adjusted_p_values(p, Correction::bh),
              ElementsAre(DoubleEq(0.02), DoubleEq(0.04), DoubleEq(0.04), DoubleEq(0.02)));
  EXPECT_EQ(adjusted_p_values(p, Correction::none), p);
}

TEST(AdjustedPValues, KeepTheOrderAndNeverFall) {
  const CounterRandom random(5);
  for (std::uint64_t run = 0; run < 200; ++run) {
    std::vector<double> p;
    for (std::uint32_t i = 0; i < 1 + run % 30; ++i) {
      p.push_back(std::pow(random.uniform(run, i), run % 3 == 0 ? 4 : 1));
    }
    for (const Correction correction : {Correction::holm, Correction::bh}) {
      const auto adjusted = adjusted_p_values(p, correction);
      for (std::size_t i = 0; i < p.size(); ++i) {
        EXPECT_GE(adjusted[i], p[i]);
        EXPECT_LE(adjusted[i], 1);
        EXPECT_LE(adjusted_p_values(p, Correction::bh)[i],
                  adjusted_p_values(p, Correction::holm)[i] + 1e-15);
        for (std::size_t j = 0; j < p.size(); ++j) {
          if (p[i] < p[j]) {
            EXPECT_LE(adjusted[i], adjusted[j]);
          }
        }
      }
      // Another order of the same p-values.
      std::vector<double> reversed(p.rbegin(), p.rend());
      auto back = adjusted_p_values(reversed, correction);
      std::reverse(back.begin(), back.end());
      EXPECT_EQ(back, adjusted);
    }
  }
}

TEST(AdjustedPValues, DoNotCountNan) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto adjusted = adjusted_p_values(std::vector<double>{0.02, nan, 0.04}, Correction::holm);
  EXPECT_DOUBLE_EQ(adjusted[0], 0.04);
  EXPECT_TRUE(std::isnan(adjusted[1]));
  EXPECT_DOUBLE_EQ(adjusted[2], 0.04);
  EXPECT_TRUE(adjusted_p_values({}, Correction::bh).empty());
  EXPECT_THAT(message_of([] { adjusted_p_values(std::vector<double>{1.5}, Correction::bh); }),
              ::testing::HasSubstr("expected numbers from 0 to 1; got 1.5"));
}

TEST(Corrections, HaveNames) {
  for (const char* name : {"none", "holm", "bh"}) {
    EXPECT_EQ(to_string(parse_correction(name)), name);
  }
  EXPECT_THAT(message_of([] { parse_correction("bonferroni"); }),
              ::testing::HasSubstr("expected none, holm or bh; got 'bonferroni'"));
}

}  // namespace
}  // namespace honestrank

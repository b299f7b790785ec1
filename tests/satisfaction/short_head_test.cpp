#include "honestrank/satisfaction/short_head.h"

#include <gtest/gtest.h>

#include <cmath>

#include "honestrank/base/error.h"

namespace honestrank {
namespace {

TEST(ShortHead, IsReadAndWritten) {
  for (const char* text : {"none", "step(100)", "sigmoid(100,20)", "step(0)"}) {
    EXPECT_EQ(to_string(parse_short_head(text)), text);
  }
  EXPECT_EQ(to_string(parse_short_head("sigmoid( 3 , 0.5 )")), "sigmoid(3,0.5)");
  for (const char* text : {"", "step", "step()", "step(-1)", "step(1", "step(1,2)", "sigmoid(1)",
                           "sigmoid(1,0)", "sigmoid(1,nan)", "bump(1)", "step(x)", "fit"}) {
    EXPECT_THROW(parse_short_head(text), InputError) << text;
  }
}

TEST(ShortHead, TakesTheMostPopularItems) {
  const std::vector<std::uint64_t> ratings{5, 9, 5, 0};
  EXPECT_EQ(by_popularity(ratings), (std::vector<std::uint32_t>{1, 0, 2, 3}));
  EXPECT_EQ(penalties({}, ratings), (std::vector<double>{1, 1, 1, 1}));
  const std::vector<std::uint64_t> unknown(4);
  EXPECT_EQ(penalties({}, unknown), (std::vector<double>{1, 1, 1, 1}));
  EXPECT_THROW(penalties(parse_short_head("step(2)"), unknown), InputError);
  EXPECT_EQ(penalties(parse_short_head("step(2)"), ratings), (std::vector<double>{0, 0, 1, 1}));
  const std::vector<double> smooth = penalties(parse_short_head("sigmoid(2,1)"), ratings);
  EXPECT_NEAR(smooth[1], 1 / (1 + std::exp(1.5)), 1e-15);  // place 1
  EXPECT_NEAR(smooth[0], 1 / (1 + std::exp(0.5)), 1e-15);
  EXPECT_NEAR(smooth[2], 1 / (1 + std::exp(-0.5)), 1e-15);
  EXPECT_NEAR(smooth[3], 1 / (1 + std::exp(-1.5)), 1e-15);
}

}  // namespace
}  // namespace honestrank

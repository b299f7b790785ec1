#include "honestrank/satisfaction/browsing_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string_view>

#include "error_message.h"
#include "honestrank/base/random.h"

namespace honestrank {
namespace {

using testing_support::message_of;

DepthCounts parsed(std::string_view text) {
  return parse_depth_log({text.data(), text.size()}, "log");
}

TEST(GeometricBrowsing, StopsWithTheSameProbabilityAtEveryItem) {
  const BrowsingModel model = geometric_browsing(0.25, 2, 4);  // p = 0.5
  ASSERT_EQ(model.depth(), 4U);
  const double expected[] = {0.5, 0.25, 0.125, 0.0625};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(model.looks[i], expected[i], 1e-15);
  EXPECT_NEAR(model.beyond, 0.0625, 1e-15);
}

/// D(k) by its definition.
TEST(BrowsingModel, DiscountsByWhoLooksThatFar) {
  const BrowsingModel model = geometric_browsing(0.3, 10, 37);
  const std::vector<double> discounts = model.discounts();
  for (std::size_t k = 1; k <= 37; ++k) {
    double sum = 0;
    for (std::size_t n = k; n <= 37; ++n) sum += model.looks[n - 1] / static_cast<double>(n);
    EXPECT_NEAR(discounts[k - 1], sum, 1e-15);
  }
}

TEST(EmpiricalBrowsing, HasTheSharesOfSessions) {
  const BrowsingModel model = empirical_browsing(parsed("3\n0\n1\n3\n9\n"), 4);
  EXPECT_EQ(model.looks, (std::vector<double>{0.2, 0, 0.4, 0}));
  EXPECT_DOUBLE_EQ(model.beyond, 0.2);  // the rest saw nothing
}

TEST(DepthLog, IsReadWithAndWithoutHeader) {
  const std::vector<std::uint64_t> sessions{0, 1, 2};
  EXPECT_EQ(parsed("1\n2\n2\n").sessions, sessions);
  EXPECT_EQ(parsed("s1\t1\ns2\t2\ns3\t2\n").sessions, sessions);
  EXPECT_EQ(parsed("depth,session\n1,a\n2,b\n2,c\n").sessions, sessions);
  EXPECT_EQ(parsed("1\r\n2\r\n2\r\n").total(), 3U);
  const auto fault = [](std::string_view text) { return message_of([&] { parsed(text); }); };
  EXPECT_EQ(fault(""), "log: expected numbers of items seen; got an empty file");
  EXPECT_EQ(fault("depth\n"), "log: expected numbers of items seen; got a header alone");
  EXPECT_NE(fault("1\n-2\n").find("log:2: expected"), std::string::npos) << fault("1\n-2\n");
  EXPECT_NE(fault("1\nx\n").find("log:2: expected"), std::string::npos) << fault("1\nx\n");
  EXPECT_NE(fault("a\t1\nb\n").find("log:2: expected"), std::string::npos) << fault("a\t1\nb\n");
  EXPECT_EQ(fault("1000001\n"), "log:1: expected a depth of at most 1000000; got 1000001");
}

TEST(GivenBrowsing, TakesProbabilities) {
  const BrowsingModel model = given_browsing({0.5, 0.25});
  EXPECT_DOUBLE_EQ(model.beyond, 0.25);
  EXPECT_EQ(message_of([] {
              given_browsing({0.5, 0.6});
            }),
            "given_browsing: expected probabilities that add up to at most 1; got 1.1");
  EXPECT_EQ(message_of([] {
              given_browsing({0.5, -0.1});
            }),
            "given_browsing: expected a probability for depth 2; got -0.1");
  EXPECT_EQ(message_of([] { given_browsing({}); }),
            "given_browsing: expected a depth of at least 1 and at most 1000000; got 0");
}

TEST(GeometricBrowsing, SaysWhatIsWrong) {
  EXPECT_EQ(message_of([] { geometric_browsing(0.5, 0, 10); }),
            "geometric_browsing: expected a page of at least 1 item; got 0");
  EXPECT_EQ(message_of([] { geometric_browsing(0.5, 10, 0); }),
            "geometric_browsing: expected a depth of at least 1 and at most 1000000; got 0");
  for (const double q : {0.0, 1.0, -1.0, std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_NE(message_of([&] { geometric_browsing(q, 10, 10); }).find("above 0 and below 1"),
              std::string::npos);
  }
}

/// Sessions of a geometric model are found to be such, those of another one are not.
TEST(FitGeometric, FindsTheModelAndJudgesIt) {
  const double p = 0.8;
  int rejected = 0;
  for (std::uint32_t repeat = 0; repeat < 20; ++repeat) {
    DepthCounts counts;
    for (std::uint32_t session = 0; session < 2000; ++session) {
      const double uniform = CounterRandom(repeat).uniform(session);
      const auto depth = static_cast<std::size_t>(1 + std::log(1 - uniform) / std::log(p));
      if (counts.sessions.size() <= depth) counts.sessions.resize(depth + 1);
      ++counts.sessions[depth];
    }
    const GeometricFit fit = fit_geometric(counts);
    EXPECT_NEAR(fit.p, p, 5 * fit.standard_error);
    EXPECT_GT(fit.degrees, 10U);
    rejected += fit.p_value < 0.05 ? 1 : 0;
  }
  EXPECT_LE(rejected, 4);  // of 20 at a level of 5 %: more has a probability of 0.3 %
  const GeometricFit pages = fit_geometric({{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 500, 0, 0, 200}});
  EXPECT_LT(pages.p_value, 1e-6);
  EXPECT_TRUE(std::isnan(fit_geometric({{0, 3}}).p_value));
  EXPECT_EQ(fit_geometric({{5, 3}}).second_page(10), 0);
  EXPECT_NEAR(fit_geometric({{0, 1, 1}}).p, 1.0 / 3, 1e-15);  // mean depth 1.5
  EXPECT_EQ(message_of([] { fit_geometric({{4}}); }),
            "fit_geometric: expected sessions with at least one item; got none");
}

}  // namespace
}  // namespace honestrank

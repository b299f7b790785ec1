#include "honestrank/estimators/estimator.h"

#include <gtest/gtest.h>

#include "error_message.h"
#include "honestrank/base/error.h"

namespace honestrank {
namespace {

TEST(ParseEstimator, ReadsNamesAndGamma) {
  EXPECT_EQ(parse_estimator("naive").kind, EstimatorKind::naive);
  EXPECT_EQ(parse_estimator(" rank_linear ").kind, EstimatorKind::rank_linear);
  EXPECT_EQ(parse_estimator("bv").gamma, 0.1);
  EXPECT_EQ(parse_estimator("bv(0.01)").gamma, 0.01);
  EXPECT_EQ(parse_estimator("bv(gamma=1)").gamma, 1);
  EXPECT_EQ(parse_estimator("bv(0.01)").name, "bv(0.01)");
}

TEST(ParseEstimator, ReadsLists) {
  const auto list = parse_estimators("naive,bv(0.1), cls");
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list[1].name, "bv(0.1)");
  EXPECT_EQ(list[2].kind, EstimatorKind::cls);
}

TEST(ParseEstimator, SaysWhatThereIs) {
  for (const char* name : {"", "bw", "bv(-1)", "bv(2)", "bv(nan)", "bv(", "bv()", "cls(1)",
                           "bv(0.1)x", "naive,,rank"}) {
    EXPECT_EQ(testing_support::message_of([&] { parse_estimators(name); }).substr(0, 59),
              "parse_estimator: expected one of naive, rank, rank_linear, ")
        << name;
  }
}

}  // namespace
}  // namespace honestrank

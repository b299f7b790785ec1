#include "honestrank/estimators/estimator.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

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

TEST(ParseEstimator, ReadsLearntOnes) {
  EXPECT_EQ(parse_estimator("mle").iterations, 100U);
  EXPECT_EQ(parse_estimator("mle(iterations=7)").iterations, 7U);
  EXPECT_EQ(parse_estimator("mle(iterations=7,tolerance=1e-9)").tolerance, 1e-9);
  EXPECT_EQ(parse_estimator("adaptive_mle").iterations, 50U);
  EXPECT_EQ(parse_estimator("monotone_mle").shape, FallingShape::any);
  EXPECT_EQ(parse_estimator("monotone_mle(shape=convex)").shape, FallingShape::convex);
  EXPECT_EQ(parse_estimator("adaptive_monotone_mle( shape = geometric )").shape,
            FallingShape::geometric);
  EXPECT_EQ(parse_estimator("adaptive_monotone_mle(shape=peaked)").shape, FallingShape::peaked);
  EXPECT_THROW(parse_estimator("monotone_mle(shape=round)"), InputError);
  EXPECT_THROW(parse_estimator("mle(shape=convex)"), InputError);
  EXPECT_EQ(parse_estimator("adaptive_monotone_mle").kind, EstimatorKind::monotone_mle);
  EXPECT_EQ(parse_estimator("adaptive_monotone_mle").iterations, 50U);
  EXPECT_EQ(parse_estimator("monotone_mle").iterations, 300U);
  EXPECT_EQ(parse_estimator("mes(0.01)").eta, 0.01);
  EXPECT_EQ(parse_estimator("bv_mle").prior, PriorSource::mle);
  EXPECT_EQ(parse_estimator("bv_mle").gamma, 0.01);
  EXPECT_EQ(parse_estimator("bv(0.5, prior=mes)").prior, PriorSource::mes);
  EXPECT_EQ(parse_estimator("mn_mes(eta=0.1)").eta, 0.1);
  EXPECT_TRUE(parse_estimator("mn_mle").is_learnt());
  EXPECT_FALSE(parse_estimator("mn").is_learnt());
}

TEST(ParseEstimator, ReadsLists) {
  const auto list = parse_estimators("naive,bv(0.1), cls");
  ASSERT_EQ(list.size(), 3U);
  EXPECT_EQ(list[1].name, "bv(0.1)");
  EXPECT_EQ(list[2].kind, EstimatorKind::cls);
}

TEST(ParseEstimator, SaysWhatThereIs) {
  for (const char* name :
       {"", "bw", "bv(", "cls(1)", "bv(0.1)x", "naive,,rank", "mle(5)", "mle(prior=mle)",
        "mn(gamma=1)", "bv(prior=x)", "mle(iterations=0)", "mle(tolerance=0)", "mes(tolerance=0.1)",
        "bv(0.1,tolerance=0.1)", "mle(iterations=1,)"}) {
    EXPECT_EQ(testing_support::message_of([&] { parse_estimators(name); }).substr(0, 59),
              "parse_estimator: expected one of naive, rank, rank_linear, ")
        << name;
  }
}

TEST(ParseEstimator, NamesTheOneThatWasMeant) {
  for (const auto& [typed, meant] : {std::pair("mlee", "mle"), std::pair("mn_mel(eta=1)", "mn_mle"),
                                     std::pair("best", ""), std::pair("mle(5)", "")}) {
    const std::string end = *meant == '\0' ? "" : std::string("; did you mean ") + meant + "?";
    EXPECT_THAT(testing_support::message_of([&, &name = typed] { parse_estimator(name); }),
                testing::EndsWith(std::string("; got '") + typed + "'" + end));
  }
}

TEST(ParseEstimator, SaysWhatAGammaOrAnEtaIs) {
  for (const char* gamma : {"-1", "2", "nan", "", "0.1x"}) {
    EXPECT_EQ(testing_support::message_of(
                  [&] { parse_estimator(std::string("bv(gamma=") + gamma + ")"); }),
              std::string("parse_estimator: expected a gamma from 0 to 1, as in bv(0.1); got '") +
                  gamma + "'");
  }
  EXPECT_EQ(testing_support::message_of([] { parse_estimator("mes(0)"); }),
            "parse_estimator: expected an eta above 0, as in mes(0.001); got '0'");
}

}  // namespace
}  // namespace honestrank

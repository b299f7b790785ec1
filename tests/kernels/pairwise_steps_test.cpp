#include "kernels/pairwise_steps.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "honestrank/base/random.h"
#include "kernels/every_target.h"
#include "kernels/logistic.h"

namespace honestrank::kernels {
namespace {

/// A model of 5 left and 7 right rows.
struct SmallModel {
  std::vector<float> left;
  std::vector<float> right;
  std::vector<float> bias;
  std::size_t size;

  explicit SmallModel(std::size_t row_size)
      : left(normal_values(5 * row_size, 1)),
        right(normal_values(7 * row_size, 2)),
        bias(normal_values(7, 3)),
        size(row_size) {}

  static std::vector<float> normal_values(std::size_t count, std::uint64_t seed) {
    const CounterRandom random(seed);
    std::vector<float> values(count);
    for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(random.normal(i) / 4);
    return values;
  }

  PairwiseModel view() { return {left.data(), right.data(), bias.data(), size, 0.1F, 0.99F}; }
};

std::vector<PairwiseTriple> random_triples(std::size_t count) {
  const CounterRandom random(4);
  std::vector<PairwiseTriple> triples;
  for (std::size_t i = 0; i < count; ++i) {
    const auto higher = static_cast<std::uint32_t>(random.below(7, i, 1));
    const auto apart = static_cast<std::uint32_t>(1 + random.below(6, i, 2));
    triples.push_back(
        {static_cast<std::uint32_t>(random.below(5, i, 0)), higher, (higher + apart) % 7});
  }
  return triples;
}

class PairwiseSteps : public testing_support::EveryTarget {};

TEST_P(PairwiseSteps, HaveTheBitsOfThePlainLoops) {
  for (const std::size_t size : {16U, 32U, 48U, 64U, 128U, 144U}) {
    for (const std::size_t count : {0U, 1U, 2U, 500U}) {
      const auto triples = random_triples(count);
      SmallModel expected(size);
      SmallModel actual(size);
      const double loss = pairwise_steps_reference(triples.data(), count, expected.view());
      EXPECT_EQ(pairwise_steps(triples.data(), count, actual.view()), loss);
      EXPECT_EQ(actual.left, expected.left);
      EXPECT_EQ(actual.right, expected.right);
      EXPECT_EQ(actual.bias, expected.bias);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, PairwiseSteps, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
                         [](const auto& target) { return hwy::TargetName(target.param); });

/// What a triple loses, by the definition.
double loss_of(const SmallModel& model, const PairwiseTriple& triple) {
  double x = static_cast<double>(model.bias[triple.higher]) -
             static_cast<double>(model.bias[triple.lower]);
  for (std::size_t k = 0; k < model.size; ++k) {
    x += static_cast<double>(model.left[triple.left * model.size + k]) *
         (static_cast<double>(model.right[triple.higher * model.size + k]) -
          static_cast<double>(model.right[triple.lower * model.size + k]));
  }
  return std::log1p(std::exp(-x));
}

/// Without a penalty a step goes along the falling gradient, found here by differences.
TEST(PairwiseStep, FollowsTheGradientOfItsLoss) {
  const PairwiseTriple triple{2, 5, 1};
  SmallModel model(16);
  const SmallModel before = model;
  PairwiseModel view = model.view();
  view.keep = 1;
  const double loss = pairwise_steps(&triple, 1, view);
  EXPECT_NEAR(loss, loss_of(before, triple), 1e-6);  // x is a sum of float32
  const auto expect_along = [&](std::vector<float> SmallModel::*values) {
    for (std::size_t i = 0; i < (before.*values).size(); ++i) {
      constexpr float kChange = 0x1p-7F;
      SmallModel more = before;
      SmallModel less = before;
      (more.*values)[i] += kChange;
      (less.*values)[i] -= kChange;
      const double slope = (loss_of(more, triple) - loss_of(less, triple)) / (2 * 0x1p-7);
      const double moved = static_cast<double>((model.*values)[i] - (before.*values)[i]);
      EXPECT_NEAR(moved, -0.1 * slope, 1e-5);  // the rate is 0.1; differences are of second order
    }
  };
  expect_along(&SmallModel::left);
  expect_along(&SmallModel::right);
  expect_along(&SmallModel::bias);
}

TEST(PairwiseStep, ShrinksWhatItChangesAndNothingElse) {
  const PairwiseTriple triple{0, 3, 4};
  SmallModel model(16);
  const SmallModel before = model;
  PairwiseModel view = model.view();
  view.rate = 0;
  pairwise_steps(&triple, 1, view);
  for (std::size_t i = 0; i < before.right.size(); ++i) {
    const bool changes = i / 16 == 3 || i / 16 == 4;
    EXPECT_EQ(model.right[i], changes ? 0.99F * before.right[i] : before.right[i]);
  }
  for (std::size_t i = 0; i < before.bias.size(); ++i) {
    EXPECT_EQ(model.bias[i], i == 3 || i == 4 ? 0.99F * before.bias[i] : before.bias[i]);
  }
}

TEST(Logistic, IsAccurateWithinItsRangeAndKeepsNan) {
  for (double x = -300; x <= 300; x += 0.37) {
    const Logistic logistic(x);
    EXPECT_NEAR(logistic.coefficient * (1 + std::exp(x)), 1, 1e-9);  // to 2e-10 of e^x
    EXPECT_NEAR(logistic.likelihood * (1 + std::exp(-x)), 1, 1e-9);
  }
  EXPECT_EQ(Logistic(1e30).likelihood, 1);
  EXPECT_EQ(Logistic(-1e30).coefficient, 1);
  EXPECT_TRUE(std::isnan(Logistic(std::nan("")).coefficient));
}

TEST(LogSum, IsTheSumOfLogarithms) {
  LogSum sum;
  double expected = 0;
  for (int i = 0; i < 2000; ++i) {
    const double factor = i % 7 == 0 ? 1e-130 : 1.0 / (1 + i);
    sum.add(factor);
    expected += std::log(factor);
  }
  EXPECT_NEAR(sum.value(), expected, 1e-9 * -expected);
}

}  // namespace
}  // namespace honestrank::kernels

#include "honestrank/models/ease.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "data/random_interactions.h"
#include "honestrank/base/error.h"
#include "honestrank/data/user_items.h"

namespace honestrank {
namespace {

/// The definition in float64: Gauss-Jordan elimination of [X^T X + l2 I | I].
std::vector<double> weights_by_definition(const Interactions& train, double l2) {
  const std::size_t items = train.items.size();
  std::vector<std::vector<double>> rows(items, std::vector<double>(2 * items));
  const UserItems histories = user_items(train);
  for (std::size_t user = 0; user < histories.users(); ++user) {
    for (const auto i : histories[user]) {
      for (const auto j : histories[user]) rows[i][j] += 1;
    }
  }
  for (std::size_t i = 0; i < items; ++i) {
    rows[i][i] += l2;
    rows[i][items + i] = 1;
  }
  for (std::size_t p = 0; p < items; ++p) {
    const double pivot = rows[p][p];
    for (double& value : rows[p]) value /= pivot;
    for (std::size_t i = 0; i < items; ++i) {
      const double factor = rows[i][p];
      if (i == p) continue;
      for (std::size_t j = 0; j < 2 * items; ++j) rows[i][j] -= factor * rows[p][j];
    }
  }
  std::vector<double> weights(items * items);
  for (std::size_t j = 0; j < items; ++j) {
    for (std::size_t i = 0; i < items; ++i) {
      if (i != j) weights[j * items + i] = -rows[j][items + i] / rows[i][items + i];
    }
  }
  return weights;
}

TEST(Ease, IsTheInverseOfTheRegularisedGramMatrixWithoutADiagonal) {
  for (const std::uint32_t items : {2U, 30U, 250U}) {
    const auto train = testing_support::random_interactions(items, 100, items, 2000);
    const auto expected = weights_by_definition(train, 20);
    const DenseSimilarity model = ease(train, {.l2 = 20});
    for (std::size_t i = 0; i < expected.size(); ++i) {
      ASSERT_NEAR(model.weights.values[i], expected[i], 1e-4) << items;
    }
    EXPECT_EQ(model.history.entries(), user_items(train).item.size());
  }
}

/// With more items than users a small l2 is beyond float32: refused, or right to two digits.
TEST(Ease, IsRightOrRefused) {
  const auto train = testing_support::random_interactions(3, 60, 200, 2500);
  int refused = 0;
  int trained = 0;
  for (const double l2 : {10.0, 1.0, 0.1, 0.03, 0.01, 0.003, 0.001, 1e-4, 1e-5}) {
    try {
      const DenseSimilarity model = ease(train, {.l2 = l2});
      ++trained;
      const auto expected = weights_by_definition(train, l2);
      double largest = 0;
      for (const double weight : expected) largest = std::max(largest, std::abs(weight));
      for (std::size_t i = 0; i < expected.size(); ++i) {
        ASSERT_NEAR(model.weights.values[i], expected[i], 0.03 * largest) << l2;
      }
    } catch (const InputError& error) {
      ++refused;
      EXPECT_NE(std::string(error.what()).find("raise l2"), std::string::npos);
    }
  }
  EXPECT_GE(trained, 3);
  EXPECT_GE(refused, 1);
}

TEST(Ease, HasTheSameBitsForAnyNumberOfThreads) {
  const auto train = testing_support::random_interactions(5, 200, 300, 5000);
  const auto one = ease(train, {}, {.threads = 1});
  const auto seven = ease(train, {}, {.threads = 7});
  EXPECT_TRUE(std::equal(one.weights.values.begin(), one.weights.values.end(),
                         seven.weights.values.begin()));
}

TEST(Ease, RefusesWhatItCannotLearnFrom) {
  const auto train = testing_support::random_interactions(5, 20, 30, 50);
  for (const double l2 : {0.0, -1.0, std::nan(""), HUGE_VAL}) {
    EXPECT_THROW(ease(train, {.l2 = l2}), InputError);
  }
  EXPECT_THROW(ease(Interactions{}), InputError);
}

}  // namespace
}  // namespace honestrank

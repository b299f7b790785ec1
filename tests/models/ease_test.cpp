#include "honestrank/models/ease.h"

#include <gtest/gtest.h>

#include <cmath>
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

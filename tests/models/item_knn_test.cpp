#include "honestrank/models/item_knn.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "data/random_interactions.h"
#include "honestrank/base/error.h"
#include "honestrank/data/user_items.h"

namespace honestrank {
namespace {

using Matrix = std::vector<std::vector<double>>;

/// The neighbours of each item by the definition: the `count` nearest, or all and itself for 0.
std::vector<std::vector<bool>> neighbours(const Matrix& s, std::size_t count) {
  std::vector<std::vector<bool>> result(s.size(), std::vector<bool>(s.size(), count == 0));
  for (std::size_t i = 0; count != 0 && i < s.size(); ++i) {
    std::vector<std::size_t> others(s.size());
    std::iota(others.begin(), others.end(), std::size_t{0});
    std::stable_sort(others.begin(), others.end(),
                     [&](std::size_t a, std::size_t b) { return s[i][a] > s[i][b]; });
    std::erase(others, i);
    for (std::size_t n = 0; n < std::min(count, others.size()); ++n) result[i][others[n]] = true;
  }
  return result;
}

/// s'' by the definition.
Matrix by_definition(const Interactions& train, const ItemKnnOptions& options) {
  const std::size_t items = train.items.size();
  const UserItems users = transposed(user_items(train), items);
  Matrix s(items, std::vector<double>(items));
  for (std::size_t i = 0; i < items; ++i) {
    for (std::size_t j = 0; j < items; ++j) {
      std::vector<std::uint32_t> both;
      std::set_intersection(users[i].begin(), users[i].end(), users[j].begin(), users[j].end(),
                            std::back_inserter(both));
      const double all = std::sqrt(static_cast<double>(users[i].size())) *
                             std::sqrt(static_cast<double>(users[j].size())) +
                         options.shrink;
      if (!both.empty()) s[i][j] = std::pow(static_cast<double>(both.size()) / all, options.q);
    }
  }
  const auto of_scored = neighbours(s, options.k);
  const auto of_history = neighbours(s, options.k_prime);
  const bool all = options.k == 0 && options.k_prime == 0;
  for (std::size_t i = 0; i < items; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < items; ++j) {
      if (!of_scored[i][j] || !of_history[j][i] || (!all && i == j)) s[i][j] = 0;
      sum += s[i][j] * s[i][j];
    }
    for (double& value : s[i]) value /= options.normalize && sum > 0 ? std::sqrt(sum) : 1;
  }
  return s;
}

TEST(ItemKnn, ScoresByTheSimilaritiesOfItsDefinition) {
  const auto train = testing_support::random_interactions(8, 50, 30, 400);
  std::vector<std::uint32_t> users(50);
  std::iota(users.begin(), users.end(), 0U);
  const UserItems histories = user_items(train);
  const ItemKnnOptions cases[] = {{.q = 1},
                                  {.q = 3},
                                  {.q = 0.5, .shrink = 3},
                                  {.k = 4},
                                  {.k_prime = 4},
                                  {.q = 2, .k = 6, .k_prime = 3},
                                  {.k = 100},
                                  {.k_prime = 5, .normalize = false}};
  for (const ItemKnnOptions& options : cases) {
    const Matrix expected = by_definition(train, options);
    std::vector<double> scores(50 * 30);
    score_users(item_knn(train, options), users, scores);
    for (std::size_t user = 0; user < 50; ++user) {
      for (std::size_t i = 0; i < 30; ++i) {
        double sum = 0;
        for (const std::uint32_t j : histories[user]) sum += expected[i][j];
        ASSERT_NEAR(scores[user * 30 + i], sum, 1e-6)
            << options.q << " " << options.k << " " << options.k_prime;
      }
    }
  }
}

TEST(ItemKnn, GivesZerosToAnItemThatNobodyMet) {
  auto train = testing_support::random_interactions(8, 50, 30, 400);
  train.items.add("new item");
  const auto model = std::get<DenseSimilarity>(item_knn(train, {.q = 3}));
  for (std::size_t item = 0; item < 31; ++item) {
    EXPECT_EQ(model.weights.row(item)[30], 0);
    EXPECT_EQ(model.weights.row(30)[item], 0);
  }
}

/// More neighbours than are kept while the row is looked through, and ties among them.
TEST(ItemKnn, KeepsTheNearestOfManyNeighbours) {
  const auto train = testing_support::random_interactions(9, 12, 700, 3000);
  for (const std::uint32_t kept : {1U, 10U, 100U, 400U}) {
    const ItemKnnOptions options{.k = kept, .normalize = false};
    const auto model = std::get<SparseSimilarity>(item_knn(train, options)).similarity;
    const Matrix expected = by_definition(train, options);
    Matrix actual(700, std::vector<double>(700));
    for (std::size_t j = 0; j < 700; ++j) {
      for (std::size_t at = model.row_begin[j]; at < model.row_begin[j + 1]; ++at) {
        actual[model.column[at]][j] = static_cast<double>(model.value[at]);
      }
    }
    for (std::size_t i = 0; i < 700; ++i) {
      for (std::size_t j = 0; j < 700; ++j) ASSERT_NEAR(actual[i][j], expected[i][j], 1e-6) << kept;
    }
  }
}

TEST(ItemKnn, IsDenseForAllNeighboursElseSparse) {
  const auto train = testing_support::random_interactions(8, 50, 30, 400);
  EXPECT_TRUE(std::holds_alternative<DenseSimilarity>(item_knn(train)));
  EXPECT_TRUE(std::holds_alternative<SparseSimilarity>(item_knn(train, {.k = 3})));
}

TEST(ItemKnn, RefusesWhatItCannotLearnFrom) {
  const auto train = testing_support::random_interactions(8, 5, 5, 10);
  EXPECT_THROW(item_knn(Interactions{}), InputError);
  EXPECT_THROW(item_knn(train, {.q = 0}), InputError);
  EXPECT_THROW(item_knn(train, {.q = std::nan("")}), InputError);
  EXPECT_THROW(item_knn(train, {.shrink = -1}), InputError);
}

/// Similarities so small that their squares are 0, and a power that makes more
/// of 1.0000000000000002.
TEST(ItemKnn, StaysFiniteWithExtremeOptions) {
  const Interactions train = testing_support::random_interactions(5, 30, 20, 300);
  for (const ItemKnnOptions& options :
       {ItemKnnOptions{.q = 1, .k = 3, .shrink = 1e170}, ItemKnnOptions{.q = 500, .k = 3},
        ItemKnnOptions{.q = 1e300}, ItemKnnOptions{.q = 1, .shrink = 1e170}}) {
    const ScoreSource source = item_knn(train, options);
    const std::vector<std::uint32_t> users = {0, 1, 2};
    std::vector<double> scores(users.size() * 20);
    score_users(source, users, scores);
    for (const double score : scores) EXPECT_TRUE(std::isfinite(score));
  }
}

/// A catalogue so large and so sparse that the matrix of all similarities is: the same scores.
TEST(ItemKnn, KeepsAllNeighboursOfALargeCatalogueInASparseMatrix) {
  Interactions train = testing_support::random_interactions(6, 40, 60, 300);
  const ScoreSource dense = item_knn(train, {.q = 3});
  for (int extra = 0; extra < 17000; ++extra) train.items.add("extra " + std::to_string(extra));
  const ScoreSource sparse = item_knn(train, {.q = 3});
  ASSERT_TRUE(std::holds_alternative<DenseSimilarity>(dense));
  ASSERT_TRUE(std::holds_alternative<SparseSimilarity>(sparse));
  for (std::uint32_t user = 0; user < 40; ++user) {
    for (std::uint32_t item = 0; item < 60; ++item) {
      double expected = 0;
      double score = 0;
      score_pairs(dense, {&user, 1}, {&item, 1}, {&expected, 1});
      score_pairs(sparse, {&user, 1}, {&item, 1}, {&score, 1});
      ASSERT_EQ(score, expected) << user << " " << item;
    }
  }
}

}  // namespace
}  // namespace honestrank

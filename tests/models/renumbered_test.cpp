#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "data/random_interactions.h"
#include "honestrank/base/error.h"
#include "honestrank/models/saved_model.h"
#include "honestrank/models/train_model.h"
#include "models/random_sources.h"

namespace honestrank {
namespace {

std::vector<double> all_scores(const ScoreSource& source) {
  std::vector<std::uint32_t> users(user_count(source));
  std::iota(users.begin(), users.end(), 0U);
  std::vector<double> scores(users.size() * item_count(source));
  score_users(source, users, scores);
  return scores;
}

TEST(Renumbered, ScoresTheSamePairsUnderOtherNumbers) {
  const auto train = testing_support::random_interactions(1, 6, 5, 20);
  const std::vector<std::uint32_t> users = {5, kNobody, 0, 2};
  // Item 1, which histories have, is not ranked; item 3 is, twice.
  const std::vector<std::uint32_t> items = {3, 4, kNobody, 0, 2, 3};
  for (const char* name : {"popularity", "random", "itemknn", "itemknn(k=2)", "ials(factors=3)",
                           "ease", "average_rating"}) {
    const ScoreSource source = train_model(parse_model_spec(name), train).scores;
    const auto before = all_scores(source);
    const auto after = all_scores(renumbered(source, users, items));
    for (std::size_t u = 0; u < users.size(); ++u) {
      for (std::size_t i = 0; i < items.size(); ++i) {
        const bool known = users[u] != kNobody && items[i] != kNobody;
        // Scores that are the same for all users are so for new ones.
        const bool same_for_all = std::holds_alternative<ItemScores>(source);
        const std::size_t user = same_for_all && users[u] == kNobody ? 0 : users[u];
        const double expected =
            known || (same_for_all && items[i] != kNobody) ? before[user * 5 + items[i]] : 0;
        EXPECT_NEAR(after[u * items.size() + i], expected, 1e-6) << name << " " << u << " " << i;
      }
    }
  }
}

/// Sources of every kind, biases and layers included.
TEST(Renumbered, KeepsTheScoresOfKnownPairs) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    testing_support::RandomSources random(seed, 6, 5);
    const std::vector<std::uint32_t> users = {5, 1, 0, 2};
    const std::vector<std::uint32_t> items = {3, 4, 0, 2};
    for (const auto& [name, source] : random.all()) {
      const auto before = all_scores(source);
      const auto after = all_scores(renumbered(source, users, items));
      for (std::size_t u = 0; u < users.size(); ++u) {
        for (std::size_t i = 0; i < items.size(); ++i) {
          const double expected = before[users[u] * 5 + items[i]];
          EXPECT_NEAR(after[u * items.size() + i], expected, 1e-5 * std::abs(expected) + 1e-6)
              << name << " " << seed;
        }
      }
    }
  }
}

/// Scores of a network may have any sign: an unknown item is last, an unknown user has no taste.
TEST(Renumbered, PutsItemsThatANetworkDoesNotKnowLast) {
  testing_support::RandomSources random(1, 6, 5);
  const ScoreSource source = random.pair_network();
  const auto before = all_scores(source);
  const std::vector<std::uint32_t> users = {kNobody, 4};
  const std::vector<std::uint32_t> items = {2, kNobody, 0};
  const auto after = all_scores(renumbered(source, users, items));
  const double last = -std::numeric_limits<double>::infinity();
  EXPECT_EQ(after, (std::vector<double>{0, last, 0, before[4 * 5 + 2], last, before[4 * 5 + 0]}));
}

/// An unknown item has no bias, an unknown user neither.
TEST(Renumbered, KnowsNothingOfUnknownUsersAndItemsOfFactors) {
  const Factors source{make_matrix(1, 1, {2}), make_matrix(1, 1, {3}), {10}, {100}};
  const std::vector<std::uint32_t> both = {kNobody, 0};
  EXPECT_EQ(all_scores(renumbered(source, both, both)), (std::vector<double>{0, 10, 100, 116}));
}

TEST(Renumbered, RefusesNumbersThatTheSourceDoesNotHave) {
  const ItemScores source{2, {1, 2, 3}};
  const std::vector<std::uint32_t> two = {0, 1};
  const std::vector<std::uint32_t> three = {0, 1, 2};
  EXPECT_THROW(renumbered(source, three, three), InputError);
  const std::vector<std::uint32_t> four = {0, 3};
  EXPECT_THROW(renumbered(source, two, four), InputError);
}

}  // namespace
}  // namespace honestrank

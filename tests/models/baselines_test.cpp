#include "honestrank/models/baselines.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "honestrank/base/error.h"

namespace honestrank {
namespace {

Interactions train() {
  Interactions data;
  for (const char* id : {"a", "b"}) data.users.add(id);
  for (const char* id : {"x", "y", "z"}) data.items.add(id);
  data.user = {0, 1, 0};
  data.item = {2, 2, 0};
  return data;
}

TEST(Popularity, CountsInteractionsTheSameForEveryUser) {
  const ItemScores scores = popularity(train());
  EXPECT_EQ(scores.users, 2U);
  EXPECT_EQ(scores.score, (std::vector<double>{1, 0, 2}));
  Interactions broken = train();
  broken.item[0] = 3;
  EXPECT_THROW(popularity(broken), InputError);
}

TEST(AverageRating, IsTheMeanOfAnItemsRatings) {
  Interactions rated = train();
  rated.rating = {5, 2, 4};
  const ItemScores scores = average_rating(rated);
  EXPECT_EQ(scores.users, 2U);
  EXPECT_EQ(scores.score, (std::vector<double>{4, 0, 3.5}));  // nobody rated y
  EXPECT_THROW(average_rating(train()), InputError);
  // The mean of all ratings is 11 / 3; two of three are above 3.
  EXPECT_DOUBLE_EQ(average_rating(rated, {.shrink = 2}).score[2], (7 + 22.0 / 3) / 4);
  EXPECT_EQ(average_rating(rated, {.threshold = 3}).score, (std::vector<double>{1, 0, 0.5}));
  EXPECT_DOUBLE_EQ(average_rating(rated, {3, 2}).score[2], (1 + 2 * 2.0 / 3) / 4);
  EXPECT_THROW(average_rating(rated, {.shrink = -1}), InputError);
}

std::vector<float> random_row(std::uint64_t seed, std::uint32_t user, std::size_t items) {
  std::vector<float> scores(items);
  random_scores(seed, 10, items).score_users({&user, 1}, scores);
  return scores;
}

TEST(RandomScores, AreAFunctionOfSeedUserAndItem) {
  const auto first = random_row(1, 7, 100);
  const auto again = random_row(1, 7, 50);
  EXPECT_TRUE(std::equal(again.begin(), again.end(), first.begin()));
  EXPECT_NE(random_row(1, 8, 50), again);
  EXPECT_NE(random_row(2, 7, 50), again);
}

TEST(RandomScores, AreUniformOnTheUnitInterval) {
  constexpr std::size_t kItems = 20000;
  double sum = 0;
  for (const float value : random_row(3, 5, kItems)) {
    EXPECT_GE(value, 0.0F);
    EXPECT_LE(value, 1.0F);
    sum += static_cast<double>(value);
  }
  // Five standard errors of a mean of uniform numbers.
  EXPECT_NEAR(sum / kItems, 0.5, 5 * std::sqrt(1.0 / 12 / kItems));
}

}  // namespace
}  // namespace honestrank

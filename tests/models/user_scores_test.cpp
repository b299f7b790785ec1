#include "honestrank/models/user_scores.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "error_message.h"

namespace honestrank {
namespace {

using testing_support::message_of;

Interactions train() {
  Interactions data;
  for (const char* id : {"a", "b"}) data.users.add(id);
  for (const char* id : {"x", "y", "z"}) data.items.add(id);
  data.user = {0, 1, 0};
  data.item = {2, 2, 0};
  return data;
}

TEST(Popularity, CountsInteractionsTheSameForEveryUser) {
  const UserScores scores = popularity(train());
  for (const std::uint32_t user : {0U, 1U, 77U}) {
    std::vector<float> values(3, -1.0F);
    scores(user, values);
    EXPECT_EQ(values, (std::vector<float>{1, 0, 2}));
  }
}

TEST(Popularity, RefusesACatalogueOfAnotherSize) {
  const UserScores scores = popularity(train());
  std::vector<float> values(2);
  EXPECT_EQ(message_of([&] { scores(0, values); }),
            "popularity: expected a catalogue of 3 items; got 2");
  Interactions broken = train();
  broken.item[0] = 3;
  EXPECT_THROW(popularity(broken), InputError);
}

TEST(RandomScores, AreAFunctionOfSeedUserAndItem) {
  std::vector<float> first(100);
  std::vector<float> again(50);
  random_scores(1)(7, first);
  random_scores(1)(7, again);
  EXPECT_TRUE(std::equal(again.begin(), again.end(), first.begin()));
  random_scores(1)(8, again);
  EXPECT_FALSE(std::equal(again.begin(), again.end(), first.begin()));
  random_scores(2)(7, again);
  EXPECT_FALSE(std::equal(again.begin(), again.end(), first.begin()));
}

TEST(RandomScores, AreUniformOnTheUnitInterval) {
  constexpr std::size_t kItems = 20000;
  std::vector<float> values(kItems);
  random_scores(3)(5, values);
  double sum = 0;
  for (const float value : values) {
    EXPECT_GE(value, 0.0F);
    EXPECT_LE(value, 1.0F);
    sum += static_cast<double>(value);
  }
  // Five standard errors of a mean of uniform numbers.
  EXPECT_NEAR(sum / kItems, 0.5, 5 * std::sqrt(1.0 / 12 / kItems));
}

}  // namespace
}  // namespace honestrank

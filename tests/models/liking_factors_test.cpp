#include "models/liking_factors.h"

#include <gtest/gtest.h>

#include "honestrank/base/random.h"
#include "honestrank/models/baselines.h"
#include "models/normal_equations.h"

namespace honestrank {
namespace {

TEST(NormalEquations, SolvesAndInverts) {
  NormalEquations system(2);
  system.add(std::vector<double>{1, 2}, 3);
  system.add(std::vector<double>{2, 1}, 5, 2);
  system.add_ridge(1);
  // A = [[1 + 8 + 1, 2 + 4], [6, 4 + 2 + 1]], b = [3 + 20, 6 + 10]
  system.factorise();
  std::vector<double> solution(2);
  system.solve(solution);
  EXPECT_NEAR(10 * solution[0] + 6 * solution[1], 23, 1e-12);
  EXPECT_NEAR(6 * solution[0] + 7 * solution[1], 16, 1e-12);
  std::vector<double> inverse(4);
  system.invert(inverse);
  EXPECT_NEAR(inverse[0], 7.0 / 34, 1e-12);
  EXPECT_NEAR(inverse[1], -6.0 / 34, 1e-12);
  EXPECT_NEAR(inverse[2], -6.0 / 34, 1e-12);
  EXPECT_NEAR(inverse[3], 10.0 / 34, 1e-12);
}

/// Users like the items of their own kind with probability 0.9, others with 0.1.
Interactions two_kinds() {
  Interactions train;
  const CounterRandom random(9);
  for (std::uint32_t item = 0; item < 30; ++item) train.items.add("i" + std::to_string(item));
  for (std::uint32_t user = 0; user < 200; ++user) {
    train.users.add("u" + std::to_string(user));
    for (std::uint32_t item = 0; item < 30; ++item) {
      if (random.below(2, user, item) == 0) continue;
      train.user.push_back(user);
      train.item.push_back(item);
      const double liked = user % 2 == item % 2 ? 0.9 : 0.1;
      train.rating.push_back(random.uniform(user, 100 + item) < liked ? 5 : 1);
    }
  }
  return train;
}

double expected_liking(const LikingFactors& model, std::span<const double> taste,
                       std::size_t item) {
  double sum = model.usual[item];
  for (std::size_t i = 0; i < model.factors; ++i) sum += model.factors_of(item)[i] * taste[i];
  return sum;
}

TEST(LikingFactors, LearnTwoTastes) {
  const Interactions train = two_kinds();
  const LikingFactors model = fit_liking_factors(train, {.shrink = 5, .factors = 2, .ridge = 1});
  const ItemScores usual = average_rating(train, {3, 5});
  for (std::size_t item = 0; item < 30; ++item) {
    EXPECT_NEAR(model.usual[item], usual.score[item], 1e-12);
  }
  EXPECT_EQ(expected_taste(model, {}), (std::vector<double>{0, 0}));
  EXPECT_NEAR(model.noise, 0.09, 0.02);  // of a share of 0.9

  std::vector<Liked> known;
  for (std::uint32_t item = 0; item < 10; ++item) known.push_back({item, item % 2 == 0 ? 1.0 : 0});
  const std::vector<double> taste = expected_taste(model, known);
  for (std::size_t item = 10; item < 30; ++item) {
    EXPECT_NEAR(expected_liking(model, taste, item), item % 2 == 0 ? 0.9 : 0.1, 0.2) << item;
  }
  // One rating says less than ten.
  const std::vector<double> little = expected_taste(model, std::span(known).first(1));
  EXPECT_GT(expected_liking(model, little, 20), 0.55);
  EXPECT_LT(expected_liking(model, little, 20), expected_liking(model, taste, 20));

  const std::vector<double> all = expected_tastes(model, train, 3, 2);
  double even = 0;
  double odd = 0;
  for (std::size_t user = 0; user < 200; ++user) {
    const double liking = expected_liking(model, std::span(all).subspan(2 * user, 2), 0);
    (user % 2 == 0 ? even : odd) += liking / 100;
  }
  EXPECT_GT(even - odd, 0.4);  // 0.8 in truth; few ratings leave it closer to what is usual
}

TEST(LikingFactors, HaveTheSameBitsForAnyThreads) {
  const Interactions train = two_kinds();
  const LikingFactors one = fit_liking_factors(train, {.threads = 1});
  for (const unsigned threads : {2U, 7U}) {
    const LikingFactors more = fit_liking_factors(train, {.threads = threads});
    EXPECT_EQ(more.item, one.item);
    EXPECT_EQ(more.noise, one.noise);
  }
}

/// Items that nobody rated and users without ratings are as all are.
TEST(LikingFactors, KnowNothingOfWhatHasNoRatings) {
  Interactions train = two_kinds();
  train.items.add("new");
  train.users.add("new");
  const LikingFactors model = fit_liking_factors(train, {});
  EXPECT_EQ(model.ratings[30], 0U);
  EXPECT_EQ(model.usual[30], model.usual_share);
  for (const double factor : model.factors_of(30)) EXPECT_EQ(factor, 0);
}

}  // namespace
}  // namespace honestrank

#include "honestrank/models/bpr.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "data/random_interactions.h"
#include "error_message.h"
#include "honestrank/base/error.h"
#include "honestrank/base/random.h"
#include "kernels/pairwise_steps.h"
#include "models/triple_rounds.h"

namespace honestrank {
namespace {

Interactions train(std::uint32_t users = 60, std::uint32_t items = 40, std::size_t rows = 900) {
  return testing_support::random_interactions(3, users, items, rows);
}

/// Two groups of users who like two groups of items: what a model of few factors can learn.
Interactions two_tastes() {
  Interactions data;
  for (int i = 0; i < 40; ++i) {
    data.users.add("user " + std::to_string(i));
    data.items.add("item " + std::to_string(i));
  }
  for (std::uint32_t user = 0; user < 40; ++user) {
    for (std::uint32_t item = user % 2; item < 40; item += 2) {
      if ((user / 2 + item / 2) % 3 == 0) continue;  // left to be found
      data.user.push_back(user);
      data.item.push_back(item);
    }
  }
  return data;
}

std::vector<float> values_of(const Factors& factors) {
  std::vector<float> all(factors.users.values.begin(), factors.users.values.end());
  all.insert(all.end(), factors.items.values.begin(), factors.items.values.end());
  all.insert(all.end(), factors.item_bias.begin(), factors.item_bias.end());
  return all;
}

/// The model with one plain step after another, for 16 factors.
std::vector<float> plain_bpr(const Interactions& data, const BprOptions& options) {
  const std::size_t items = data.items.size();
  std::vector<std::set<std::uint32_t>> seen(data.users.size());
  for (std::size_t row = 0; row < data.size(); ++row) seen[data.user[row]].insert(data.item[row]);
  const auto normal = [&](std::size_t rows, std::uint32_t stream) {
    const CounterRandom random(options.seed, stream);
    std::vector<float> values;
    for (std::size_t row = 0; row < rows; ++row) {
      for (std::uint32_t k = 0; k < 16; ++k) {
        values.push_back(static_cast<float>(options.start * random.normal(row, k)));
      }
    }
    return values;
  };
  std::vector<float> left = normal(data.users.size(), 0x62707275);
  std::vector<float> right = normal(items, 0x62707269);
  std::vector<float> bias(items);
  const CounterRandom draws(options.seed, 0x62707264);
  const CounterRandom order(options.seed, 0x6270726f);
  const double rate = options.learning_rate;
  const kernels::PairwiseModel model{left.data(),
                                     right.data(),
                                     bias.data(),
                                     16,
                                     static_cast<float>(rate),
                                     static_cast<float>(1 - rate * options.regularization)};
  for (std::uint32_t epoch = 1; epoch <= options.epochs; ++epoch) {
    std::vector<kernels::PairwiseTriple> triples;
    for (std::uint32_t user = 0; user < seen.size(); ++user) {
      std::vector<std::uint32_t> unseen;
      for (std::uint32_t item = 0; item < items; ++item) {
        if (!seen[user].contains(item)) unseen.push_back(item);
      }
      for (const std::uint32_t item : seen[user]) {
        triples.push_back({user, item, unseen[draws.below(unseen.size(), triples.size(), epoch)]});
      }
    }
    const TripleRounds rounds = TripleRounds::for_triples(triples.size());
    for (std::uint32_t cell = 0; cell < rounds.cells(); ++cell) {
      std::vector<kernels::PairwiseTriple> own;
      for (const auto& triple : triples) {
        if (rounds.cell_of(triple) == cell) own.push_back(triple);
      }
      shuffle(own, order, epoch, cell);
      kernels::pairwise_steps_reference(own.data(), own.size(), model);
    }
  }
  left.insert(left.end(), right.begin(), right.end());
  const float lowest = *std::min_element(bias.begin(), bias.end());
  for (const float value : bias) left.push_back(value - lowest);
  return left;
}

TEST(Bpr, EqualsOnePlainStepAfterAnother) {
  const BprOptions options{.factors = 16, .epochs = 3};
  EXPECT_EQ(values_of(bpr(train(), options)), plain_bpr(train(), options));
  // Enough for cells that run at the same time.
  const Interactions more = train(300, 100, 12000);
  EXPECT_EQ(values_of(bpr(more, options)), plain_bpr(more, options));
}

TEST(Bpr, HasTheSameBitsForAnyNumberOfThreadsAndOthersForAnotherSeed) {
  const Interactions data = train(3000, 700, 80'000);
  const auto values = [&](std::uint64_t seed, unsigned threads) {
    double loss = 0;
    TrainingOptions training;
    training.threads = threads;
    training.progress = [&](const TrainingStep& step) { loss = step.loss; };
    auto all = values_of(bpr(data, {.factors = 20, .epochs = 2, .seed = seed}, training));
    all.push_back(static_cast<float>(loss));
    return all;
  };
  const auto one = values(42, 1);
  EXPECT_EQ(values(42, 2), one);
  EXPECT_EQ(values(42, 7), one);
  EXPECT_NE(values(43, 1), one);
}

TEST(Bpr, ReportsTheMeanLossOfAnEpochWhichFalls) {
  std::vector<double> losses;
  TrainingOptions training;
  training.progress = [&](const TrainingStep& step) {
    EXPECT_EQ(step.model, "bpr");
    EXPECT_EQ(step.done, losses.size() + 1);
    EXPECT_EQ(step.total, 20U);
    losses.push_back(step.loss);
  };
  bpr(two_tastes(), {.factors = 8, .learning_rate = 0.1, .epochs = 20}, training);
  ASSERT_EQ(losses.size(), 20U);
  EXPECT_NEAR(losses.front(), std::log(2), 0.05);  // that of knowing nothing, at the start
  EXPECT_LT(losses[9], 0.9 * losses[0]);
  EXPECT_LT(losses[19], 0.9 * losses[9]);
}

TEST(Bpr, FindsItemsOfAUsersTaste) {
  const Interactions data = two_tastes();
  const ScoreSource scores = bpr(data, {.factors = 8, .learning_rate = 0.1, .epochs = 60});
  int right = 0;
  int all = 0;
  for (std::uint32_t user = 0; user < 40; ++user) {
    std::vector<double> own(40);
    score_users(scores, std::vector{user}, own);
    for (std::uint32_t item = user % 2; item < 40; item += 2) {
      if ((user / 2 + item / 2) % 3 != 0) continue;
      for (std::uint32_t other = 1 - user % 2; other < 40; other += 2) {
        right += own[item] > own[other];
        ++all;
      }
    }
  }
  EXPECT_GT(right, 0.9 * all);
}

TEST(Bpr, GivesZerosToUsersWithNothingToCompare) {
  Interactions data = train();
  const std::uint32_t everything = data.users.add("has seen everything");
  const std::uint32_t nothing = data.users.add("has seen nothing");
  for (std::uint32_t item = 0; item < 40; ++item) {
    data.user.push_back(everything);
    data.item.push_back(item);
    data.rating.push_back(1);
    data.timestamp.push_back(1);
  }
  const Factors factors = bpr(data, {.factors = 3, .epochs = 2});
  for (const float value : factors.users.row(everything)) EXPECT_EQ(value, 0);
  for (const float value : factors.users.row(nothing)) EXPECT_EQ(value, 0);
  EXPECT_EQ(factors.item_bias.size(), 40U);
  EXPECT_EQ(factors.users.columns, 3U);
}

TEST(Bpr, MovesBiasesSoThatTheLowestIs0) {
  const Factors factors = bpr(train(), {.factors = 3, .epochs = 10});
  EXPECT_EQ(*std::min_element(factors.item_bias.begin(), factors.item_bias.end()), 0);
  EXPECT_GT(*std::max_element(factors.item_bias.begin(), factors.item_bias.end()), 0);
}

/// Items that nobody chose, as those of a test set may be, have zeros and change nothing else.
TEST(Bpr, LearnsNothingFromItemsWithoutInteractions) {
  const Interactions data = train();
  Interactions more;
  more.users = data.users;
  more.user = data.user;
  more.items.add("first");
  for (std::uint32_t item = 0; item < 40; ++item) more.items.add(data.items[item]);
  more.items.add("last");
  for (const std::uint32_t item : data.item) more.item.push_back(item + 1);
  const BprOptions options{.factors = 3, .epochs = 2};
  const Factors expected = bpr(data, options);
  const Factors factors = bpr(more, options);
  ASSERT_EQ(factors.items.rows, 42U);
  for (const std::size_t unknown : {0U, 41U}) {
    EXPECT_EQ(factors.item_bias[unknown], 0);
    for (const float value : factors.items.row(unknown)) EXPECT_EQ(value, 0);
  }
  for (std::size_t item = 0; item < 40; ++item) {
    EXPECT_EQ(factors.item_bias[item + 1], expected.item_bias[item]);
    for (std::size_t k = 0; k < 3; ++k) {
      EXPECT_EQ(factors.items.row(item + 1)[k], expected.items.row(item)[k]);
    }
  }
  EXPECT_TRUE(std::equal(factors.users.values.begin(), factors.users.values.end(),
                         expected.users.values.begin()));
}

TEST(Bpr, SaysWhatIsWrongWithItsOptions) {
  const auto fault = [](const BprOptions& options) {
    return testing_support::message_of([&] { bpr(train(), options); });
  };
  EXPECT_EQ(fault({.factors = 0}),
            "bpr: expected a whole number from 1 to 4096 for factors; got 0");
  EXPECT_EQ(fault({.factors = 5000}),
            "bpr: expected a whole number from 1 to 4096 for factors; got 5000");
  EXPECT_EQ(fault({.learning_rate = 0}), "bpr: expected a number above 0 for learning_rate; got 0");
  EXPECT_EQ(fault({.learning_rate = std::nan("")}),
            "bpr: expected a number above 0 for learning_rate; got nan");
  EXPECT_EQ(fault({.regularization = -0.5}),
            "bpr: expected a number of at least 0 for regularization; got -0.5");
  EXPECT_EQ(fault({.epochs = 0}),
            "bpr: expected a whole number from 1 to 1048576 for epochs; got 0");
  EXPECT_EQ(fault({.start = 0}), "bpr: expected a number above 0 for start; got 0");
  EXPECT_EQ(fault({.learning_rate = 1e30}),
            "bpr: expected factors that stay finite; got others; lower the learning_rate");
}

TEST(Bpr, RefusesWhatItCannotLearnFrom) {
  const std::string expected =
      "bpr: expected a user with an interaction with some items but not all; got none";
  EXPECT_EQ(testing_support::message_of([] { bpr(Interactions{}); }), expected);
  Interactions everything;
  everything.users.add("user");
  everything.items.add("item");
  everything.user = {0};
  everything.item = {0};
  EXPECT_EQ(testing_support::message_of([&] { bpr(everything); }), expected);
}

TEST(Bpr, CanBeStoppedByItsProgress) {
  TrainingOptions training;
  training.progress = [](const TrainingStep&) { throw std::runtime_error("enough"); };
  EXPECT_THROW(bpr(train(), {}, training), std::runtime_error);
}

}  // namespace
}  // namespace honestrank

#include "honestrank/models/ials.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "data/random_interactions.h"
#include "honestrank/base/error.h"
#include "honestrank/data/user_items.h"

namespace honestrank {
namespace {

Interactions train(std::uint32_t users = 60, std::uint32_t items = 40) {
  return testing_support::random_interactions(3, users, items, 900);
}

/// The objective by its definition, pair by pair.
double objective(const Factors& factors, const Interactions& data, const IalsOptions& options) {
  const UserItems histories = user_items(data);
  const UserItems users = transposed(histories, data.items.size());
  const auto score = [&](std::size_t user, std::size_t item) {
    double sum = 0;
    for (std::size_t k = 0; k < factors.users.columns; ++k) {
      sum += static_cast<double>(factors.users.row(user)[k]) *
             static_cast<double>(factors.items.row(item)[k]);
    }
    return sum;
  };
  double loss = 0;
  for (std::size_t user = 0; user < histories.users(); ++user) {
    for (std::size_t item = 0; item < data.items.size(); ++item) {
      const double y = score(user, item);
      const auto own = histories[user];
      if (std::binary_search(own.begin(), own.end(), item)) loss += (y - 1) * (y - 1);
      loss += options.alpha * y * y;
    }
  }
  const auto penalty = [&](const FloatMatrix& side, const UserItems& met, std::size_t possible) {
    for (std::size_t row = 0; row < side.rows; ++row) {
      const double weight = std::pow(
          static_cast<double>(met[row].size()) + options.alpha * static_cast<double>(possible),
          options.nu);
      for (const float value : side.row(row)) {
        loss += options.regularization * weight * static_cast<double>(value) *
                static_cast<double>(value);
      }
    }
  };
  penalty(factors.users, histories, data.items.size());
  penalty(factors.items, users, data.users.size());
  return loss;
}

TEST(Ials, ReportsItsObjectiveWhichNeverRises) {
  for (const double nu : {0.0, 0.5}) {
    const IalsOptions options{.factors = 7, .regularization = 0.3, .nu = nu, .sweeps = 8};
    std::vector<double> losses;
    TrainingOptions training;
    training.progress = [&](const TrainingStep& step) {
      EXPECT_EQ(step.done, losses.size() + 1);
      EXPECT_EQ(step.total, 8U);
      losses.push_back(step.loss);
    };
    const Factors factors = ials(train(), options, training);
    ASSERT_EQ(losses.size(), 8U);
    EXPECT_TRUE(std::is_sorted(losses.rbegin(), losses.rend()));
    EXPECT_NEAR(losses.back(), objective(factors, train(), options), 1e-3);
  }
}

/// The items were solved for last: no small change of one of their factors makes it better.
TEST(Ials, EndsWhereTheItemsAreOptimal) {
  const IalsOptions options{.factors = 5, .regularization = 0.3, .sweeps = 3};
  Factors factors = ials(train(), options);
  const double least = objective(factors, train(), options);
  std::vector<float> values(factors.items.values.begin(), factors.items.values.end());
  for (const std::size_t place : {0U, 17U, 99U, 199U}) {
    for (const float change : {-0.05F, 0.05F}) {
      auto changed = values;
      changed[place] += change;
      factors.items = make_matrix(40, 5, changed);
      EXPECT_GT(objective(factors, train(), options), least);
    }
  }
}

TEST(Ials, HasTheSameBitsForAnyNumberOfThreadsAndOthersForAnotherSeed) {
  const IalsOptions options{.factors = 20, .sweeps = 2};
  const auto values = [&](const IalsOptions& own, unsigned threads) {
    const Factors factors = ials(train(300, 100), own, {.threads = threads, .progress = {}});
    return std::vector<float>(factors.users.values.begin(), factors.users.values.end());
  };
  EXPECT_EQ(values(options, 1), values(options, 7));
  IalsOptions other = options;
  other.seed = 43;
  EXPECT_NE(values(options, 1), values(other, 1));
}

TEST(Ials, GivesZerosToWhoHasNoInteraction) {
  Interactions data = train();
  data.users.add("new user");
  data.items.add("new item");
  const Factors factors = ials(data, {.factors = 3, .sweeps = 1});
  for (const float value : factors.users.row(60)) EXPECT_EQ(value, 0);
  for (const float value : factors.items.row(40)) EXPECT_EQ(value, 0);
}

TEST(Ials, RefusesWhatItCannotLearnFrom) {
  EXPECT_THROW(ials(Interactions{}), InputError);
  EXPECT_THROW(ials(train(), {.factors = 0}), InputError);
  EXPECT_THROW(ials(train(), {.factors = 5000}), InputError);
  EXPECT_THROW(ials(train(), {.sweeps = 0}), InputError);
  EXPECT_THROW(ials(train(), {.regularization = -1}), InputError);
  EXPECT_THROW(ials(train(), {.alpha = std::nan("")}), InputError);
  EXPECT_THROW(ials(train(), {.start = 0}), InputError);
  // More factors than a user has items, and nothing that holds them.
  EXPECT_THROW(ials(train(), {.factors = 64, .regularization = 0, .alpha = 0}), InputError);
}

TEST(Ials, CanBeStoppedByItsProgress) {
  TrainingOptions training;
  training.progress = [](const TrainingStep&) { throw std::runtime_error("enough"); };
  EXPECT_THROW(ials(train(), {}, training), std::runtime_error);
}

}  // namespace
}  // namespace honestrank

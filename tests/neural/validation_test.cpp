// What is held out to tell when a training has learnt enough.

#include "validation.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "data/random_interactions.h"
#include "honestrank/data/user_items.h"

namespace honestrank::neural {
namespace {

UserItems histories() {
  return user_items(testing_support::random_interactions(3, 80, 40, 700), 1);
}

std::vector<std::uint32_t> to_vector(std::span<const std::uint32_t> items) {
  return {items.begin(), items.end()};
}

/// Every history is there: as it was, or in two parts.
TEST(HoldOut, TakesOneInteractionOfEachUserAndKeepsTheRest) {
  const UserItems all = histories();
  const Validation validation = hold_out(all, 20, 7);
  ASSERT_EQ(validation.users.size(), 20U);
  ASSERT_EQ(validation.train.users(), all.users());
  ASSERT_TRUE(std::is_sorted(validation.users.begin(), validation.users.end()));
  std::size_t next = 0;
  for (std::uint32_t user = 0; user < all.users(); ++user) {
    auto items = to_vector(validation.train[user]);
    if (next < validation.users.size() && validation.users[next] == user) {
      EXPECT_EQ(to_vector(validation.seen[next]), items);
      ASSERT_EQ(validation.held_out[next].size(), 1U);
      EXPECT_GE(all[user].size(), 5U);
      items.push_back(validation.held_out[next][0]);
      std::sort(items.begin(), items.end());
      ++next;
    }
    EXPECT_EQ(items, to_vector(all[user])) << user;
  }
  EXPECT_EQ(next, 20U);
}

TEST(HoldOut, TakesAllUsersWhoHaveEnoughWhereMoreAreAskedFor) {
  const UserItems all = histories();
  std::size_t enough = 0;
  for (std::size_t user = 0; user < all.users(); ++user) enough += all[user].size() >= 5 ? 1U : 0U;
  EXPECT_EQ(hold_out(all, 10000, 7).users.size(), enough);
  EXPECT_TRUE(hold_out(all, 0, 7).users.empty());
}

TEST(HoldOut, DrawsOtherUsersAndItemsForAnotherSeed) {
  const UserItems all = histories();
  const Validation one = hold_out(all, 20, 7);
  const Validation same = hold_out(all, 20, 7);
  const Validation other = hold_out(all, 20, 8);
  EXPECT_EQ(one.users, same.users);
  EXPECT_EQ(one.held_out.item, same.held_out.item);
  EXPECT_NE(one.users, other.users);
}

/// Over all users, each place of a history is as likely as any other.
TEST(HoldOut, DrawsPlacesEvenly) {
  UserItems lists;
  for (int user = 0; user < 5000; ++user) {
    for (std::uint32_t item = 0; item < 5; ++item) lists.item.push_back(item);
    lists.begin.push_back(lists.item.size());
  }
  std::vector<int> taken(5);
  for (const std::uint32_t item : hold_out(lists, 5000, 1).held_out.item) ++taken[item];
  for (const int count : taken) EXPECT_NEAR(count, 1000, 6 * 28.3);  // six standard deviations
}

/// User 0 of the validation has the held-out item first among what was not seen, user 1 last.
TEST(ValidationNdcg, RanksAmongWhatWasNotSeen) {
  Validation validation;
  validation.users = {4, 9};
  for (const std::uint32_t item : {0U, 1U}) {
    validation.seen.item.push_back(item);
    validation.seen.begin.push_back(validation.seen.item.size());
    validation.held_out.item.push_back(2);
    validation.held_out.begin.push_back(validation.held_out.item.size());
  }
  const ScoreMatrix scores{make_matrix(2, 4,
                                       {9, 1, 5, 2,  //
                                        8, 9, 1, 5})};
  EXPECT_NEAR(validation_ndcg(validation, scores, 1), (1 + 0.5) / 2, 1e-12);
}

TEST(EarlyStopping, EndsAfterAsManyEpochsWithoutABetterOne) {
  EarlyStopping stopping(2);
  EXPECT_TRUE(stopping.is_best(0.1));
  EXPECT_FALSE(stopping.is_best(0.1));
  EXPECT_FALSE(stopping.is_over());
  EXPECT_TRUE(stopping.is_best(0.2));
  EXPECT_FALSE(stopping.is_best(0.1));
  EXPECT_FALSE(stopping.is_over());
  EXPECT_FALSE(stopping.is_best(0.15));
  EXPECT_TRUE(stopping.is_over());
}

}  // namespace
}  // namespace honestrank::neural

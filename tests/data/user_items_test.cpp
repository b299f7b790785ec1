#include "honestrank/data/user_items.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "error_message.h"
#include "honestrank/base/random.h"

namespace honestrank {
namespace {

using testing_support::message_of;

Interactions interactions_of(std::size_t users, std::size_t items) {
  Interactions data;
  for (std::size_t u = 0; u < users; ++u) data.users.add("u" + std::to_string(u));
  for (std::size_t i = 0; i < items; ++i) data.items.add("i" + std::to_string(i));
  return data;
}

TEST(UserItems, AreTheDistinctItemsOfEachUserRising) {
  Interactions data = interactions_of(4, 5);
  data.user = {2, 0, 2, 0, 2, 2};
  data.item = {4, 3, 1, 3, 4, 0};
  const UserItems lists = user_items(data);
  EXPECT_EQ(lists.begin, (std::vector<std::uint64_t>{0, 1, 1, 4, 4}));
  EXPECT_EQ(lists.item, (std::vector<std::uint32_t>{3, 0, 1, 4}));
  EXPECT_EQ(lists.users(), 4U);
  EXPECT_EQ(lists[2].size(), 3U);
  EXPECT_TRUE(lists[3].empty());
}

TEST(UserItems, MayBeEmpty) {
  EXPECT_EQ(user_items(Interactions{}).users(), 0U);
  EXPECT_EQ(user_items(interactions_of(3, 0)).begin, (std::vector<std::uint64_t>{0, 0, 0, 0}));
  EXPECT_EQ(UserItems{}.users(), 0U);
}

TEST(UserItems, AreTheSameForAnyNumberOfThreads) {
  const CounterRandom random(5);
  for (std::uint32_t round = 0; round < 6; ++round) {
    std::uint32_t drawn = 0;
    const auto draw = [&](std::uint64_t bound) {
      return static_cast<std::uint32_t>(random.below(bound, round, drawn++));
    };
    const std::size_t users = 1 + draw(2000);
    Interactions data = interactions_of(users, 60);
    std::vector<std::set<std::uint32_t>> expected(users);
    for (std::size_t row = 0; row < 20000; ++row) {
      data.user.push_back(draw(users));
      data.item.push_back(draw(60));
      expected[data.user.back()].insert(data.item.back());
    }
    for (const unsigned threads : {1U, 2U, 7U}) {
      const UserItems lists = user_items(data, threads);
      validate(lists, 60);
      ASSERT_EQ(lists.users(), users);
      for (std::size_t user = 0; user < users; ++user) {
        ASSERT_TRUE(std::equal(lists[user].begin(), lists[user].end(), expected[user].begin(),
                               expected[user].end()));
      }
    }
  }
}

TEST(UserItems, RefuseRowsOfUsersOrItemsThatDoNotExist) {
  Interactions data = interactions_of(2, 2);
  data.user = {0, 2};
  data.item = {0, 0};
  EXPECT_EQ(message_of([&] { user_items(data); }),
            "validate: expected user numbers below 2; got 2 in row 1");
}

TEST(ValidateUserItems, NamesTheFault) {
  const auto message = [](UserItems lists) { return message_of([&] { validate(lists, 3); }); };
  validate(UserItems{{0, 2, 2, 3}, {0, 2, 1}}, 3);
  EXPECT_EQ(message({{0, 2}, {0, 3}}), "validate: expected items below 3; got 3 for user 0");
  EXPECT_EQ(message({{0, 0, 2}, {1, 1}}),
            "validate: expected rising items; got 1 after 1 for user 1");
  const std::string limits =
      "validate: expected limits of the users' items that rise from 0 to their number, 2; got "
      "others";
  EXPECT_EQ(message({{0, 1}, {0, 2}}), limits);
  EXPECT_EQ(message({{1, 2}, {0, 2}}), limits);
  EXPECT_EQ(message({{0, 2, 1, 2}, {0, 2}}), limits);
  EXPECT_EQ(message({{}, {0, 2}}), limits);
}

TEST(UserItemsView, SeesTheListsOfOthers) {
  const std::vector<std::uint64_t> begin = {0, 2, 2, 3};
  const std::vector<std::uint32_t> items = {0, 2, 1};
  const UserItemsView view(begin, items);
  EXPECT_EQ(view.users(), 3U);
  EXPECT_EQ(view[0].data(), items.data());
  EXPECT_EQ(view[0].size(), 2U);
  EXPECT_TRUE(view[1].empty());
  EXPECT_EQ(view[2][0], 1U);
  validate(view, 3);
  const UserItems lists{begin, items};
  EXPECT_EQ(UserItemsView(lists)[2].data(), lists.item.data() + 2);
}

}  // namespace
}  // namespace honestrank

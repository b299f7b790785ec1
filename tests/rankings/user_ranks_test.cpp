#include "honestrank/rankings/user_ranks.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "error_message.h"

namespace honestrank {
namespace {

using testing_support::message_of;

constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();

/// One user with the given groups.
UserRanks one_user(std::vector<TieGroup> groups, std::uint64_t items, std::uint64_t unranked = 0) {
  UserRanks ranks;
  ranks.user = {0};
  ranks.items = {items};
  ranks.unranked = {unranked};
  ranks.group_begin = {0, groups.size()};
  ranks.groups = std::move(groups);
  return ranks;
}

UserRanks with_gains(UserRanks ranks, std::vector<double> gains) {
  ranks.gain_begin = {0, gains.size()};
  ranks.gains = std::move(gains);
  return ranks;
}

std::string message_for(const UserRanks& ranks) {
  return message_of([&] { validate(ranks); });
}

TEST(UserRanks, CutsItsColumnsIntoUsers) {
  UserRanks ranks;
  ranks.user = {4, 9};
  ranks.items = {10, 0};
  ranks.unranked = {0, 2};
  ranks.groups = {{0, 1, 1}, {3, 4, 2}, {7, 1, 1}};
  ranks.group_begin = {0, 2, 3};
  ranks.gains = {3, 2, 1, 5, 4, 4};
  ranks.gain_begin = {0, 3, 6};
  validate(ranks);
  EXPECT_EQ(ranks[0].groups.size(), 2U);
  EXPECT_EQ(ranks[0].items, 10U);
  EXPECT_EQ(ranks[0].relevant(), 3U);
  EXPECT_EQ(ranks[0].gains.size(), 3U);
  EXPECT_EQ(ranks[1].groups.front(), (TieGroup{7, 1, 1}));
  EXPECT_EQ(ranks[1].relevant(), 3U);
  EXPECT_EQ(ranks[1].gains.front(), 5);
  EXPECT_FALSE(ranks[0].groups[0].ambiguous());
  EXPECT_TRUE(ranks[0].groups[1].ambiguous());
}

TEST(UserRanks, AreValidWithoutUsersGroupsOrItems) {
  validate(UserRanks{});
  validate(one_user({}, 5));
  validate(one_user({}, 0, 3));
  validate(one_user({{0, 5, 5}}, 5));
  validate(one_user({{0, kMost, 1}}, 0));
}

TEST(UserRanks, NameTheEntryWhoseGroupsDoNotFit) {
  EXPECT_EQ(message_for(one_user({{0, 2, 0}}, 5)),
            "validate: entry 0: expected 1 to 2 relevant items in a tie group; got 0");
  EXPECT_EQ(message_for(one_user({{0, 2, 3}}, 5)),
            "validate: entry 0: expected 1 to 2 relevant items in a tie group; got 3");
  EXPECT_EQ(message_for(one_user({{0, 2, 1}, {1, 1, 1}}, 5)),
            "validate: entry 0: expected a tie group below rank 2; got one from rank 2");
  EXPECT_EQ(message_for(one_user({{4, 2, 1}}, 5)),
            "validate: entry 0: expected tie groups within 5 items; got 2 item(s) from rank 5");
  EXPECT_EQ(message_for(one_user({{3, 1, 1}}, 5, 2)),
            "validate: entry 0: expected at most 1 relevant items that are not ranked; got 2");
}

TEST(UserRanks, SeeThroughNumbersThatOverflow) {
  EXPECT_THROW(validate(one_user({{kMost, 2, 1}}, 5)), InputError);
  EXPECT_THROW(validate(one_user({{kMost, 2, 1}}, 0)), InputError);
  EXPECT_THROW(validate(one_user({{1, 1, 1}}, 5, kMost)), InputError);
  EXPECT_THROW(validate(one_user({{kMost - 1, 1, 1}, {kMost, 1, 1}}, 0)), InputError);
}

TEST(UserRanks, NeedOnePositiveFiniteGainForEachRelevantItem) {
  const UserRanks ranks = one_user({{0, 2, 1}}, 9, 1);
  validate(with_gains(ranks, {2, 0.5}));
  EXPECT_EQ(message_for(with_gains(ranks, {2})), "validate: entry 0: expected 2 gains; got 1");
  for (const double gain : {0.0, -1.0, std::numeric_limits<double>::infinity(),
                            std::numeric_limits<double>::quiet_NaN()}) {
    EXPECT_THROW(validate(with_gains(ranks, {2, gain})), InputError) << gain;
  }
  EXPECT_EQ(message_for(with_gains(ranks, {2, 0})),
            "validate: entry 0: expected positive gains; got 0.000000");
}

TEST(UserRanks, NeedColumnsThatFitTogether) {
  UserRanks ranks = one_user({{0, 1, 1}}, 5);
  ranks.items.push_back(3);
  EXPECT_EQ(message_for(ranks),
            "validate: expected columns for 1 users; got columns of other lengths");
  ranks = one_user({{0, 1, 1}}, 5);
  ranks.group_begin = {1, 1};
  EXPECT_THROW(validate(ranks), InputError);
  ranks.group_begin = {0, 0};
  EXPECT_THROW(validate(ranks), InputError);
  ranks.group_begin = {};
  EXPECT_THROW(validate(ranks), InputError);
  ranks = one_user({{0, 1, 1}}, 5);
  ranks.gains = {1};  // without the places where users begin
  EXPECT_EQ(message_for(ranks),
            "validate: expected gains for 1 users; got columns of other lengths");

  UserRanks falling;
  falling.user = {0, 1};
  falling.items = {5, 5};
  falling.unranked = {0, 0};
  falling.groups = {{0, 1, 1}};
  falling.group_begin = {0, 2, 1};
  EXPECT_THROW(validate(falling), InputError);
}

}  // namespace
}  // namespace honestrank

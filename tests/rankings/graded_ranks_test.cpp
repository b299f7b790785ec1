#include <gtest/gtest.h>

#include <span>
#include <vector>

#include "error_message.h"
#include "expect_same_ranks.h"
#include "honestrank/base/random.h"
#include "honestrank/rankings/held_out_ranks.h"
#include "honestrank/rankings/select_entries.h"

namespace honestrank {
namespace {

using testing_support::expect_same;
using testing_support::message_of;

TEST(GradedRanks, CarryTheGainsOfTiedItemsFalling) {
  const ScoreMatrix scores{make_matrix(2, 5, {3, 1, 2, 2, 0, 1, 1, 1, 1, 1})};
  const UserItems held_out{{0, 3, 4}, {0, 2, 3, 4}};
  const UserItems seen{{0, 1, 1}, {1}};
  const std::vector<double> gains = {1, 2, 5, 4};
  const UserRanks ranks = graded_ranks(scores, held_out, gains, seen);
  EXPECT_EQ(ranks.user, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(ranks.items, (std::vector<std::uint64_t>{4, 5}));
  EXPECT_EQ(ranks.groups, (std::vector<TieGroup>{{0, 1, 1}, {1, 2, 2}, {0, 5, 1}}));
  EXPECT_EQ(ranks.gains, (std::vector<double>{1, 5, 2, 4}));
  EXPECT_EQ(ranks.gain_begin, (std::vector<std::uint64_t>{0, 3, 4}));
  validate(ranks);
}

TEST(GradedRanks, OfEqualGainsAreThoseOfFullRanks) {
  const CounterRandom random(3);
  std::vector<float> values(200 * 30);
  for (std::size_t i = 0; i < values.size(); ++i) {
    values[i] = static_cast<float>(random.below(9, i));
  }
  UserItems held_out;
  UserItems seen;
  for (std::uint32_t user = 0; user < 200; ++user) {
    for (std::uint32_t item = 0; item < 30; ++item) {
      const std::uint64_t draw = random.below(10, user, 1000 + item);
      if (draw < 2) held_out.item.push_back(item);
      if (draw == 5) seen.item.push_back(item);
    }
    held_out.begin.push_back(held_out.item.size());
    seen.begin.push_back(seen.item.size());
  }
  const ScoreMatrix scores{make_matrix(200, 30, std::move(values))};
  const std::vector<double> gains(held_out.item.size(), 1);
  const UserRanks parts[] = {full_ranks(scores, held_out, seen),
                             UserRanks{{}, {}, {}, {0}, {}, {0}, {}}};
  expect_same(graded_ranks(scores, held_out, gains, seen), joined(parts));
}

TEST(GradedRanks, RefuseGainsThatAreNone) {
  const ItemScores scores{1, {1, 2}};
  const UserItems held_out{{0, 1}, {0}};
  const UserItems seen{{0, 0}, {}};
  const auto message = [&](const std::vector<double>& gains) {
    return message_of([&] { graded_ranks(scores, held_out, gains, seen); });
  };
  EXPECT_EQ(message({}), "graded_ranks: expected 1 gains, one for each held-out item; got 0");
  EXPECT_EQ(message({0}), "graded_ranks: expected gains that are positive and finite; got 0");
}

TEST(JoinedRanks, HaveAllEntriesInTheOrderOfTheParts) {
  const UserRanks plain{{4}, {10}, {1}, {0, 1}, {{2, 3, 2}}, {}, {}};
  const UserRanks graded{{7, 8},    {10, 10}, {0, 0}, {0, 1, 2}, {{0, 1, 1}, {5, 1, 1}},
                         {0, 1, 2}, {2, 4}};
  const UserRanks both[] = {plain, graded};
  const UserRanks all = joined(both);
  EXPECT_EQ(all.user, (std::vector<std::uint32_t>{4, 7, 8}));
  EXPECT_EQ(all.group_begin, (std::vector<std::uint64_t>{0, 1, 2, 3}));
  EXPECT_EQ(all.gains, (std::vector<double>{1, 1, 1, 2, 4}));
  EXPECT_EQ(all.gain_begin, (std::vector<std::uint64_t>{0, 3, 4, 5}));
  validate(all);
  const UserRanks twice[] = {plain, plain};
  EXPECT_TRUE(joined(twice).gain_begin.empty());
  EXPECT_EQ(joined(std::span<const UserRanks>{}).size(), 0U);
}

TEST(SelectEntries, KeepsGroupsAndGains) {
  const UserRanks ranks{{7, 8},    {10, 11}, {0, 0}, {0, 1, 2}, {{0, 1, 1}, {5, 1, 1}},
                        {0, 1, 2}, {2, 4}};
  const std::size_t entries[] = {1, 0};
  const UserRanks selected = select_entries(ranks, entries);
  EXPECT_EQ(selected.user, (std::vector<std::uint32_t>{8, 7}));
  EXPECT_EQ(selected.items, (std::vector<std::uint64_t>{11, 10}));
  EXPECT_EQ(selected[0].groups[0].above, 5U);
  EXPECT_EQ(selected.gains, (std::vector<double>{4, 2}));
  validate(selected);
}

}  // namespace
}  // namespace honestrank

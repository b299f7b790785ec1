#include "honestrank/rankings/ranks_from_table.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace honestrank {
namespace {

UserRanks ranks_of(const std::string& text, std::uint64_t items = 0) {
  UserRanks ranks = ranks_from_table(parse_ranks(text, "ranks.tsv", {.items = items}));
  validate(ranks);
  return ranks;
}

TEST(RanksFromTable, TurnsARankIntoAGroupOfOne) {
  const UserRanks ranks = ranks_of("a\t100\nb\t40\n", 10000);
  EXPECT_EQ(ranks.user, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(ranks.items, (std::vector<std::uint64_t>{10000, 10000}));
  EXPECT_EQ(ranks.unranked, (std::vector<std::uint64_t>{0, 0}));
  EXPECT_EQ(ranks.groups, (std::vector<TieGroup>{{99, 1, 1}, {39, 1, 1}}));
  EXPECT_EQ(ranks.group_begin, (std::vector<std::uint64_t>{0, 1, 2}));
  EXPECT_TRUE(ranks.gain_begin.empty());
}

TEST(RanksFromTable, SortsTheRanksOfAUserWhoseLinesAreScattered) {
  const UserRanks ranks = ranks_of("b\t9\na\t5\nb\t2\na\t1\nb\t4\n", 10);
  EXPECT_EQ(ranks.user, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(ranks.groups,
            (std::vector<TieGroup>{{1, 1, 1}, {3, 1, 1}, {8, 1, 1}, {0, 1, 1}, {4, 1, 1}}));
  EXPECT_EQ(ranks.group_begin, (std::vector<std::uint64_t>{0, 3, 5}));
}

TEST(RanksFromTable, GathersRowsOfOneTie) {
  const UserRanks ranks =
      ranks_of("user\trank\ttied\titems\na\t3\t2\t50\na\t1\t1\t50\na\t3\t2\t50\nb\t3\t2\t60\n");
  EXPECT_EQ(ranks.groups, (std::vector<TieGroup>{{0, 2, 1}, {2, 3, 2}, {2, 3, 1}}));
  EXPECT_EQ(ranks.group_begin, (std::vector<std::uint64_t>{0, 2, 3}));
  EXPECT_EQ(ranks.items, (std::vector<std::uint64_t>{50, 60}));
}

TEST(RanksFromTable, GivesNothingForNoRows) { EXPECT_EQ(ranks_from_table(RankTable{}).size(), 0U); }

}  // namespace
}  // namespace honestrank

#include "honestrank/rankings/full_ranks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include "error_message.h"
#include "expect_same_ranks.h"
#include "honestrank/base/random.h"

namespace honestrank {
namespace {

using testing_support::expect_same;
using testing_support::message_of;

/// Held-out and seen interactions over one catalogue.
struct Parts {
  Interactions held_out;
  Interactions seen;

  Parts(std::size_t users, std::size_t items) {
    for (Interactions* part : {&held_out, &seen}) {
      for (std::size_t u = 0; u < users; ++u) part->users.add("u" + std::to_string(u));
      for (std::size_t i = 0; i < items; ++i) part->items.add("i" + std::to_string(i));
    }
  }
  static void add(Interactions& part, std::uint32_t user, std::uint32_t item) {
    part.user.push_back(user);
    part.item.push_back(item);
  }
};

/// The same scores for every user, by callback.
ScoreSource fixed_scores(const Parts& parts, std::vector<float> values) {
  ScoreCallback source;
  source.users = parts.held_out.users.size();
  source.items = values.size();
  source.score_users = [values = std::move(values)](std::span<const std::uint32_t> users,
                                                    std::span<float> scores) {
    for (std::size_t i = 0; i < users.size(); ++i) {
      std::copy(values.begin(), values.end(),
                scores.begin() + static_cast<std::ptrdiff_t>(i * values.size()));
    }
  };
  return source;
}

TEST(FullRanks, CountsAllItemsThatTheUserHasNotSeen) {
  Parts parts(1, 6);
  Parts::add(parts.held_out, 0, 2);
  Parts::add(parts.held_out, 0, 5);
  Parts::add(parts.seen, 0, 0);
  const UserRanks ranks =
      full_ranks(fixed_scores(parts, {9, 8, 5, 5, 7, 1}), parts.held_out, parts.seen);
  EXPECT_EQ(ranks.items, std::vector<std::uint64_t>{5});
  EXPECT_EQ(ranks.groups, (std::vector<TieGroup>{{2, 2, 1}, {4, 1, 1}}));
  EXPECT_EQ(ranks.unranked, std::vector<std::uint64_t>{0});
}

TEST(FullRanks, TakesMaskedItemsOutOfTies) {
  Parts parts(1, 4);
  Parts::add(parts.held_out, 0, 1);
  Parts::add(parts.seen, 0, 0);
  Parts::add(parts.seen, 0, 0);  // seen twice, masked once
  const UserRanks ranks = full_ranks(fixed_scores(parts, {1, 1, 1, 0}), parts.held_out, parts.seen);
  EXPECT_EQ(ranks.items, std::vector<std::uint64_t>{3});
  EXPECT_EQ(ranks.groups, (std::vector<TieGroup>{{0, 2, 1}}));
}

TEST(FullRanks, CountsAHeldOutPairOnce) {
  Parts parts(1, 3);
  Parts::add(parts.held_out, 0, 1);
  Parts::add(parts.held_out, 0, 1);
  EXPECT_EQ(full_ranks(fixed_scores(parts, {3, 2, 1}), parts.held_out, parts.seen).groups,
            (std::vector<TieGroup>{{1, 1, 1}}));
}

TEST(FullRanks, HasNoEntryForUsersWithoutHeldOutItems) {
  Parts parts(200, 3);
  Parts::add(parts.held_out, 130, 1);
  Parts::add(parts.held_out, 7, 0);
  EXPECT_EQ(full_ranks(fixed_scores(parts, {3, 2, 1}), parts.held_out, parts.seen).user,
            (std::vector<std::uint32_t>{7, 130}));
  const Parts nobody(5, 3);
  EXPECT_EQ(full_ranks(fixed_scores(nobody, {3, 2, 1}), nobody.held_out, nobody.seen).size(), 0U);
}

TEST(FullRanks, TakesZerosOfBothSignsAndInfinities) {
  const float infinity = std::numeric_limits<float>::infinity();
  Parts parts(1, 4);
  Parts::add(parts.held_out, 0, 1);
  Parts::add(parts.held_out, 0, 3);
  EXPECT_EQ(full_ranks(fixed_scores(parts, {infinity, 0.0F, -0.0F, -infinity}), parts.held_out,
                       parts.seen)
                .groups,
            (std::vector<TieGroup>{{1, 2, 1}, {3, 1, 1}}));
}

TEST(FullRanks, RefusesNan) {
  Parts parts(3, 2);
  Parts::add(parts.held_out, 2, 0);
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(message_of([&] {
              full_ranks(fixed_scores(parts, {1, nan}), parts.held_out, parts.seen);
            }),
            "full_ranks: expected scores that are numbers; got NaN for user 'u2' and item 'i1'");
}

TEST(FullRanks, RefusesHeldOutItemsThatWereSeen) {
  Parts parts(3, 3);
  for (const std::uint32_t item : {2U, 1U}) {
    Parts::add(parts.held_out, 1, item);
    Parts::add(parts.seen, 1, item);
  }
  Parts::add(parts.held_out, 2, 0);
  Parts::add(parts.seen, 2, 0);
  EXPECT_EQ(
      message_of([&] {
        full_ranks(fixed_scores(parts, {1, 2, 3}), parts.held_out, parts.seen);
      }),
      "full_ranks: expected held-out items that are not masked; got 3 pair(s) in both, first user "
      "'u1' and item 'i1'");
}

TEST(FullRanks, RefusesPartsWithOtherIds) {
  const Parts parts(2, 3);
  EXPECT_EQ(
      message_of([&] {
        full_ranks(fixed_scores(parts, {1, 2, 3}), parts.held_out, Parts(2, 4).seen);
      }),
      "full_ranks: expected held-out and seen interactions with the same ids; got 2 and 2 users, 3 "
      "and 4 items, not all in the same order");
  Interactions other_order;
  for (const char* user : {"u1", "u0"}) other_order.users.add(user);
  for (const char* item : {"i0", "i1", "i2"}) other_order.items.add(item);
  EXPECT_THROW(full_ranks(fixed_scores(parts, {1, 2, 3}), parts.held_out, other_order), InputError);
}

TEST(FullRanks, RefusesRowsOfUsersOrItemsThatDoNotExist) {
  Parts parts(2, 3);
  Parts::add(parts.held_out, 1, 3);
  EXPECT_THROW(full_ranks(fixed_scores(parts, {1, 2, 3}), parts.held_out, parts.seen), InputError);
  Parts others(2, 3);
  Parts::add(others.seen, 2, 0);
  EXPECT_THROW(full_ranks(fixed_scores(others, {1, 2, 3}), others.held_out, others.seen),
               InputError);
}

TEST(FullRanks, RefusesScoresOfOtherUsersOrItems) {
  const Parts parts(2, 3);
  EXPECT_EQ(message_of([&] {
              full_ranks(ItemScores{2, {1, 2}}, parts.held_out, parts.seen);
            }),
            "full_ranks: expected scores of 2 users for 3 items; got 2 users and 2 items");
  EXPECT_EQ(message_of([&] {
              full_ranks(ItemScores{2, {1, 2}}, UserItems{{0, 0, 0}, {}}, UserItems{});
            }),
            "full_ranks: expected seen items of the 2 users with scores; got those of 0 users");
  EXPECT_EQ(message_of([&] {
              full_ranks(ItemScores{1, {1, 2}}, UserItems{{0, 1}, {2}}, UserItems{{0, 0}, {}});
            }),
            "validate: expected items below 2; got 2 for user 0");
}

TEST(FullRanks, NamesRowsWhereThereAreNoIds) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(
      message_of([&] {
        full_ranks(ItemScores{2, {1, nan}}, UserItems{{0, 0, 1}, {0}}, UserItems{{0, 0, 0}, {}});
      }),
      "full_ranks: expected scores that are numbers; got NaN for user 1 and item 1");
  EXPECT_EQ(message_of([&] {
              full_ranks(ItemScores{1, {1, 2}}, UserItems{{0, 1}, {1}}, UserItems{{0, 2}, {0, 1}});
            }),
            "full_ranks: expected held-out items that are not masked; got 1 pair(s) in both, first "
            "user 0 and item 1");
}

TEST(FullRanks, TellsHowFarItHasCome) {
  Parts parts(300, 3);
  for (std::uint32_t user = 0; user < 300; ++user) Parts::add(parts.held_out, user, user % 3);
  for (const unsigned threads : {1U, 3U}) {
    std::uint64_t done = 0;
    full_ranks(fixed_scores(parts, {1, 2, 3}), parts.held_out, parts.seen,
               {.threads = threads, .progress = [&](const Progress& progress) {
                  EXPECT_GT(progress.done, done);
                  EXPECT_EQ(progress.total, 300U);
                  done = progress.done;
                }});
    EXPECT_EQ(done, 300U);
  }
}

TEST(FullRanks, IsCancelledByAnExceptionOfTheProgressCallback) {
  Parts parts(1000, 3);
  for (std::uint32_t user = 0; user < 1000; ++user) Parts::add(parts.held_out, user, 0);
  for (const unsigned threads : {1U, 3U}) {
    const auto cancel = [](const Progress&) { throw std::runtime_error("cancelled"); };
    EXPECT_THROW(full_ranks(fixed_scores(parts, {1, 2, 3}), parts.held_out, parts.seen,
                            {.threads = threads, .progress = cancel}),
                 std::runtime_error);
  }
}

/// The definition: sort all items that are not masked, then look for the held-out ones.
UserRanks ranked_by_sorting(const std::vector<std::vector<float>>& scores, const Parts& parts) {
  UserRanks ranks;
  for (std::uint32_t user = 0; user < scores.size(); ++user) {
    std::set<std::uint32_t> held_out;
    std::set<std::uint32_t> seen;
    for (std::size_t i = 0; i < parts.held_out.size(); ++i) {
      if (parts.held_out.user[i] == user) held_out.insert(parts.held_out.item[i]);
    }
    for (std::size_t i = 0; i < parts.seen.size(); ++i) {
      if (parts.seen.user[i] == user) seen.insert(parts.seen.item[i]);
    }
    if (held_out.empty()) continue;
    std::map<float, std::vector<std::uint32_t>, std::greater<>> by_score;
    for (std::uint32_t item = 0; item < scores[user].size(); ++item) {
      if (!seen.contains(item)) by_score[scores[user][item]].push_back(item);
    }
    std::uint64_t above = 0;
    for (const auto& [score, items] : by_score) {
      const auto relevant = static_cast<std::uint64_t>(std::count_if(
          items.begin(), items.end(), [&](std::uint32_t item) { return held_out.contains(item); }));
      if (relevant > 0) ranks.groups.push_back({above, items.size(), relevant});
      above += items.size();
    }
    ranks.user.push_back(user);
    ranks.items.push_back(above);
    ranks.unranked.push_back(0);
    ranks.group_begin.push_back(ranks.groups.size());
  }
  return ranks;
}

TEST(FullRanks, AgreesWithSortingOnRandomDataForAnyNumberOfThreads) {
  const CounterRandom random(21);
  for (std::uint32_t round = 0; round < 12; ++round) {
    std::uint32_t drawn = 0;
    const auto draw = [&](std::uint64_t bound) { return random.below(bound, round, drawn++); };
    const auto users = 1 + draw(200);
    const auto items = 1 + draw(70);
    const auto levels = 1 + draw(20);  // few, so that ties are common
    Parts parts(users, items);
    std::vector<std::vector<float>> scores(users, std::vector<float>(items));
    for (std::uint32_t user = 0; user < users; ++user) {
      for (std::uint32_t item = 0; item < items; ++item) {
        scores[user][item] = static_cast<float>(draw(levels)) - 3;
        const auto fate = draw(8);
        if (fate == 0) Parts::add(parts.held_out, user, item);
        if (fate <= 2 && fate >= 1) Parts::add(parts.seen, user, item);
        if (fate == 2) Parts::add(parts.seen, user, item);
      }
    }
    const UserRanks expected = ranked_by_sorting(scores, parts);
    std::vector<float> values;
    for (const auto& row : scores) values.insert(values.end(), row.begin(), row.end());
    const ScoreSource model = ScoreMatrix{make_matrix(users, items, std::move(values))};
    for (const unsigned threads : {1U, 2U, 7U}) {
      const UserRanks ranks = full_ranks(model, parts.held_out, parts.seen, {.threads = threads});
      validate(ranks);
      expect_same(ranks, expected);
    }
  }
}

}  // namespace
}  // namespace honestrank

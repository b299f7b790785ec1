// Every kind of score source against the plain loop that defines full_ranks.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "error_message.h"
#include "expect_same_ranks.h"
#include "honestrank/rankings/full_ranks.h"
#include "models/random_sources.h"

namespace honestrank {
namespace {

using testing_support::expect_same;
using testing_support::message_of;
using testing_support::RandomSources;

struct Lists {
  UserItems held_out;
  UserItems seen;
};

/// Random lists: of 16 items of a user about `held_out_share` are held out and `seen_share` seen.
/// Some users have no held-out item, some have seen every other item.
Lists random_lists(RandomSources& random, std::size_t users, std::size_t items,
                   std::uint64_t held_out_share, std::uint64_t seen_share) {
  Lists lists;
  for (std::size_t user = 0; user < users; ++user) {
    const auto kind = random.below(6);
    for (std::uint32_t item = 0; item < items; ++item) {
      const auto fate = random.below(16);
      if (fate < held_out_share && kind != 0) {
        lists.held_out.item.push_back(item);
      } else if (fate < held_out_share + seen_share || kind == 1) {
        lists.seen.item.push_back(item);
      }
    }
    lists.held_out.begin.push_back(lists.held_out.item.size());
    lists.seen.begin.push_back(lists.seen.item.size());
  }
  return lists;
}

void expect_reference(const ScoreSource& source, const Lists& lists) {
  const UserRanks expected = full_ranks_reference(source, lists.held_out, lists.seen);
  validate(expected);
  for (const unsigned threads : {1U, 2U, 7U}) {
    expect_same(full_ranks(source, lists.held_out, lists.seen, {.threads = threads}), expected);
  }
}

TEST(FullRanksOfEverySource, EqualTheReferenceForAnyNumberOfThreads) {
  for (std::uint32_t round = 0; round < 16; ++round) {
    RandomSources random(round, 150, 1 + 7 * round);
    const Lists lists = random_lists(random, 150, 1 + 7 * round, 1 + round % 4, round % 5);
    for (const auto& [name, source] : random.all()) {
      SCOPED_TRACE(name);
      expect_reference(source, lists);
    }
  }
}

TEST(FullRanksOfEverySource, EqualTheReferenceWithManyRelevantItems) {
  RandomSources random(77, 12, 2100);  // more than one tile, more thresholds than passes
  const Lists lists = random_lists(random, 12, 2100, 9, 3);
  for (const auto& [name, source] : random.all()) {
    SCOPED_TRACE(name);
    expect_reference(source, lists);
  }
  // Scores with few ties: many distinct thresholds.
  std::vector<float> scores(12 * 2100);
  for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = static_cast<float>(i * 7919 % 4001);
  expect_reference(ScoreMatrix{make_matrix(12, 2100, std::move(scores))}, lists);
}

TEST(FullRanksOfEverySource, AreEmptyWithoutHeldOutItems) {
  RandomSources random(3, 20, 9);
  const Lists lists = random_lists(random, 20, 9, 0, 16);
  for (const auto& [name, source] : random.all()) {
    SCOPED_TRACE(name);
    EXPECT_EQ(full_ranks(source, lists.held_out, lists.seen).size(), 0U);
    EXPECT_EQ(full_ranks_reference(source, lists.held_out, lists.seen).size(), 0U);
  }
}

TEST(FullRanksOfEverySource, TakeNoUsersAndNoItems) {
  for (const auto& [users, items] : {std::pair<std::size_t, std::size_t>{0, 5}, {5, 0}}) {
    RandomSources random(4, users, items);
    const Lists lists = random_lists(random, users, items, 4, 4);
    for (const auto& [name, source] : random.all()) {
      SCOPED_TRACE(name);
      EXPECT_EQ(full_ranks(source, lists.held_out, lists.seen).size(), 0U);
    }
  }
}

/// A source of each kind whose only user has these scores of three items.
std::vector<ScoreSource> with_scores(float a, float b, float c) {
  const CsrMatrix history{1, 3, {0, 1}, {1}, {1}};
  const auto write = [=](std::span<const std::uint32_t>, std::span<float> out) {
    out[0] = a;
    out[1] = b;
    out[2] = c;
  };
  return {Factors{make_matrix(1, 1, {1}), make_matrix(3, 1, {a, b, c})},
          ScoreMatrix{make_matrix(1, 3, {a, b, c})},
          ItemScores{1, {static_cast<double>(a), static_cast<double>(b), static_cast<double>(c)}},
          SparseSimilarity{history, {3, 3, {0, 0, 3, 3}, {0, 1, 2}, {a, b, c}}},
          DenseSimilarity{history, make_matrix(3, 3, {0, 0, 0, a, b, c, 0, 0, 0})},
          ScoreCallback{.users = 1, .items = 3, .score_users = write}};
}

TEST(FullRanksOfEverySource, OrderInfinitiesAndTieZerosOfBothSigns) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const Lists lists{{{0, 2}, {1, 2}}, {{0, 0}, {}}};
  for (const ScoreSource& source : with_scores(kInfinity, kInfinity, -kInfinity)) {
    EXPECT_EQ(full_ranks(source, lists.held_out, lists.seen).groups,
              (std::vector<TieGroup>{{0, 2, 1}, {2, 1, 1}}));
  }
  for (const ScoreSource& source : with_scores(0.0F, -0.0F, -1)) {
    EXPECT_EQ(full_ranks(source, lists.held_out, lists.seen).groups,
              (std::vector<TieGroup>{{0, 2, 1}, {2, 1, 1}}));
  }
}

TEST(FullRanksOfEverySource, RefuseNanAlsoOfMaskedItems) {
  constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
  const Lists lists{{{0, 1}, {0}}, {{0, 1}, {1}}};
  for (const ScoreSource& source : with_scores(1, kNan, kNan)) {
    const std::string expected =
        "full_ranks: expected scores that are numbers; got NaN for user 0 and item 1";
    EXPECT_EQ(message_of([&] { full_ranks(source, lists.held_out, lists.seen); }), expected);
    EXPECT_EQ(message_of([&] { full_ranks_reference(source, lists.held_out, lists.seen); }),
              expected);
  }
}

TEST(FullRanksOfACallback, CallOneThreadAtATimeUnlessItIsConcurrent) {
  std::atomic<int> inside{0};
  std::atomic<bool> overlap{false};
  ScoreCallback source{.users = 500, .items = 4};
  std::size_t largest = 0;
  source.batch = 3;
  source.score_users = [&](std::span<const std::uint32_t> users, std::span<float> out) {
    if (++inside > 1) overlap = true;
    largest = std::max(largest, users.size());
    std::fill(out.begin(), out.end(), 1.0F);
    --inside;
  };
  Lists lists;
  for (std::uint32_t user = 0; user < 500; ++user) {
    lists.held_out.item.push_back(user % 4);
    lists.held_out.begin.push_back(user + 1);
    lists.seen.begin.push_back(0);
  }
  EXPECT_EQ(full_ranks(source, lists.held_out, lists.seen, {.threads = 7}).size(), 500U);
  EXPECT_FALSE(overlap);
  EXPECT_EQ(largest, 3U);
}

TEST(FullRanksOfACallback, PassExceptionsOn) {
  ScoreCallback source{.users = 1, .items = 1};
  source.score_users = [](std::span<const std::uint32_t>, std::span<float>) {
    throw std::runtime_error("out of memory on the device");
  };
  EXPECT_THROW(full_ranks(source, UserItems{{0, 1}, {0}}, UserItems{{0, 0}, {}}),
               std::runtime_error);
}

TEST(FullRanksOfACallback, AskForPairsOfManyUsersAtOnce) {
  ScoreCallback source{.users = 300, .items = 4};
  std::size_t calls = 0;
  source.score_pairs = [&](std::span<const std::uint32_t> users,
                           std::span<const std::uint32_t> items, std::span<float> out) {
    ++calls;
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = static_cast<float>((users[i] + items[i]) % 4);
    }
  };
  std::vector<float> scores;
  Lists lists;
  for (std::uint32_t user = 0; user < 300; ++user) {
    for (std::uint32_t item = 0; item < 4; ++item) {
      scores.push_back(static_cast<float>((user + item) % 4));
    }
    lists.held_out.item.push_back(user % 4);
    lists.held_out.begin.push_back(user + 1);
    lists.seen.begin.push_back(0);
  }
  const ScoreMatrix matrix{make_matrix(300, 4, std::move(scores))};
  expect_same(full_ranks(source, lists.held_out, lists.seen, {.threads = 1}),
              full_ranks(matrix, lists.held_out, lists.seen));
  EXPECT_EQ(calls, 2U);  // 256 users and the rest
}

}  // namespace
}  // namespace honestrank

#include "honestrank/rankings/held_out_ranks.h"

#include <gtest/gtest.h>

#include "error_message.h"
#include "honestrank/base/random.h"

namespace honestrank {
namespace {

/// Scores of few values, so that many are tied.
ScoreMatrix tied_scores(std::size_t users, std::size_t items) {
  std::vector<float> values;
  for (std::uint32_t i = 0; i < users * items; ++i) {
    values.push_back(static_cast<float>(CounterRandom(5).below(6, i)));
  }
  return {make_matrix(users, items, std::move(values))};
}

TEST(HeldOutRanks, CountsForEveryItemByItself) {
  constexpr std::size_t kUsers = 700;
  constexpr std::size_t kItems = 30;
  const ScoreMatrix scores = tied_scores(kUsers, kItems);
  UserItems held_out;
  UserItems seen;
  for (std::uint32_t user = 0; user < kUsers; ++user) {
    for (std::uint32_t item = 0; item < kItems; ++item) {
      const std::uint64_t drawn = CounterRandom(6).below(8, user, item);
      if (drawn < 2 && user % 5 != 0) held_out.item.push_back(item);
      if (drawn == 2) seen.item.push_back(item);
    }
    held_out.begin.push_back(held_out.item.size());
    seen.begin.push_back(seen.item.size());
  }
  for (const unsigned threads : {1U, 2U}) {
    const auto ranks = held_out_ranks(scores, held_out, seen, {.threads = threads});
    ASSERT_EQ(ranks.size(), held_out.item.size());
    for (std::size_t user = 0; user < kUsers; ++user) {
      for (std::size_t i = held_out.begin[user]; i < held_out.begin[user + 1]; ++i) {
        HeldOutRank expected{0, 0};
        for (std::uint32_t item = 0; item < kItems; ++item) {
          const auto own = seen[user];
          if (std::find(own.begin(), own.end(), item) != own.end()) continue;
          const float score = scores.scores.row(user)[item];
          const float mine = scores.scores.row(user)[held_out.item[i]];
          expected.above += score > mine ? 1U : 0U;
          expected.tied += score == mine ? 1U : 0U;
        }
        ASSERT_EQ(ranks[i], expected) << user << " " << held_out.item[i];
      }
    }
  }
}

TEST(HeldOutRanks, RefusesScoresThatChange) {
  ScoreCallback moody;
  moody.users = 1;
  moody.items = 3;
  int calls = 0;
  moody.score_users = [&](std::span<const std::uint32_t>, std::span<float> scores) {
    for (std::size_t i = 0; i < 3; ++i) scores[i] = calls == 0 ? static_cast<float>(i) : 1.0F;
    ++calls;
  };
  EXPECT_EQ(testing_support::message_of([&] {
              held_out_ranks(moody, UserItems{{0, 2}, {0, 1}}, UserItems{{0, 0}, {}});
            }),
            "held_out_ranks: expected the same scores each time they are asked for; got others for "
            "user number 0");
}

}  // namespace
}  // namespace honestrank

// Rough scores of pairs are on the right side of every threshold, for factors that are hard to
// tell apart: rounded to integers, in float32, and exactly.

#include "sampling/pair_scores.h"

#include <gtest/gtest.h>

#include <limits>
#include <numeric>
#include <vector>

#include "rankings/factor_generators.h"

namespace honestrank {
namespace {

int side(double score, double threshold) {
  return static_cast<int>(score > threshold) - static_cast<int>(score < threshold);
}

TEST(PairScores, AreOnTheRightSideOfThresholds) {
  for (const auto& one : testing_support::hard_factor_cases()) {
    const ScoreSource source = one.factors;
    const std::size_t items = one.factors.items.rows;
    std::vector<std::uint32_t> all(items);
    std::iota(all.begin(), all.end(), 0U);
    const std::uint64_t many = std::numeric_limits<std::uint64_t>::max();
    for (const std::uint64_t pairs : {std::uint64_t{0}, std::uint64_t{1}, many}) {
      const sampling::PairScores scores(source, pairs);
      sampling::PairScores::Room room;
      for (std::uint32_t user = 0; user < one.factors.users.rows; ++user) {
        const std::vector<std::uint32_t> users(items, user);
        std::vector<double> exact(items);
        scores.score(users, all, exact);
        // Every item is a threshold once, and so is every score close to another one.
        for (std::size_t target = user % 7; target < items; target += 7) {
          std::vector<double> rough(items);
          scores.score_around({&exact[target], 1}, user, all, rough, room);
          for (std::size_t item = 0; item < items; ++item) {
            ASSERT_EQ(side(rough[item], exact[target]), side(exact[item], exact[target]))
                << one.name << ", " << pairs << " pairs, user " << user << ", item " << item;
          }
        }
      }
    }
  }
}

TEST(PairScores, TakeManyThresholds) {
  const auto one = testing_support::hard_factor_cases().front();
  const ScoreSource source = one.factors;
  const sampling::PairScores scores(source, 1U << 30U);
  sampling::PairScores::Room room;
  std::vector<std::uint32_t> all(one.factors.items.rows);
  std::iota(all.begin(), all.end(), 0U);
  std::vector<double> exact(all.size());
  scores.score(std::vector<std::uint32_t>(all.size(), 1), all, exact);
  std::vector<double> rough(all.size());
  scores.score_around(exact, 1, all, rough, room);
  EXPECT_EQ(rough, exact) << "each item is its own threshold, where only the score itself will do";
}

}  // namespace
}  // namespace honestrank

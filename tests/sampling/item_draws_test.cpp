#include "sampling/item_draws.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

namespace honestrank::sampling {
namespace {

using Items = std::vector<std::uint32_t>;

Items drawn(ItemDraws& draws, std::uint32_t user, const Items& seen, const Items& relevant,
            std::size_t count) {
  Items items;
  draws.draw(user, seen, relevant, count, items);
  return items;
}

TEST(ItemDraws, AreAFunctionOfSeedRepeatAndUser) {
  const Items seen = {3, 5};
  const Items relevant = {8};
  for (const Replacement replacement : {Replacement::with, Replacement::without}) {
    ItemDraws draws(100, 7, 0, replacement, nullptr);
    const Items first = drawn(draws, 4, seen, relevant, 30);
    drawn(draws, 5, {}, relevant, 50);
    EXPECT_EQ(drawn(draws, 4, seen, relevant, 30), first) << "whoever came before";
    const Items larger = drawn(draws, 4, seen, relevant, 60);
    EXPECT_TRUE(std::equal(first.begin(), first.end(), larger.begin())) << "kept when it grows";
    EXPECT_NE(drawn(draws, 5, seen, relevant, 30), first);
    ItemDraws other_seed(100, 8, 0, replacement, nullptr);
    EXPECT_NE(drawn(other_seed, 4, seen, relevant, 30), first);
    ItemDraws other_repeat(100, 7, 1, replacement, nullptr);
    EXPECT_NE(drawn(other_repeat, 4, seen, relevant, 30), first);
  }
}

/// Each item that may be drawn is drawn as often as any other, in the first place and in others.
TEST(ItemDraws, AreUniform) {
  constexpr std::size_t kUsers = 40000;
  for (const std::size_t items : {20U, 100U}) {  // few are left of 100: they are listed
    Items seen;
    for (std::uint32_t item = 12; item < items; ++item) seen.push_back(item);
    const Items relevant = {1, 4};
    for (const Replacement replacement : {Replacement::with, Replacement::without}) {
      ItemDraws draws(items, 1, 0, replacement, nullptr);
      std::vector<std::vector<double>> counts(3, std::vector<double>(items));
      for (std::uint32_t user = 0; user < kUsers; ++user) {
        const Items own = drawn(draws, user, seen, relevant, 3);
        for (std::size_t place = 0; place < 3; ++place) counts[place][own[place]] += 1;
      }
      for (std::size_t place = 0; place < 3; ++place) {
        for (std::uint32_t item = 0; item < items; ++item) {
          const bool allowed = item < 12 && item != 1 && item != 4;
          // 4000 of each, five standard deviations of 60.
          EXPECT_NEAR(counts[place][item], allowed ? 4000 : 0, allowed ? 300 : 0)
              << item << " in place " << place;
        }
      }
    }
  }
}

TEST(ItemDraws, WithoutReplacementDiffer) {
  for (const std::size_t items : {40U, 400U}) {
    Items seen;
    for (std::uint32_t item = 0; item < items - 30; ++item) seen.push_back(item);
    ItemDraws draws(items, 3, 0, Replacement::without, nullptr);
    Items own = drawn(draws, 0, seen, {static_cast<std::uint32_t>(items - 1)}, 29);
    std::sort(own.begin(), own.end());
    Items all;
    for (std::size_t item = items - 30; item < items - 1; ++item) {
      all.push_back(static_cast<std::uint32_t>(item));
    }
    EXPECT_EQ(own, all);
  }
}

/// Where everything popular was seen, and where all that is left is drawn.
TEST(ItemDraws, FindWhatIsHardlyEverDrawn) {
  std::vector<std::uint32_t> weights(50, 1);
  weights[0] = 100000000;
  const AliasTable table(weights);
  for (const Replacement replacement : {Replacement::with, Replacement::without}) {
    ItemDraws draws(50, 3, 0, replacement, &table, weights);
    const Items own = drawn(draws, 0, {0}, {7}, 48);
    EXPECT_EQ(own.size(), 48U);
    const std::set<std::uint32_t> distinct(own.begin(), own.end());
    EXPECT_FALSE(distinct.contains(0) || distinct.contains(7));
    EXPECT_EQ(distinct.size() == 48, replacement == Replacement::without);
  }
}

TEST(ItemDraws, FollowPopularity) {
  const std::vector<std::uint32_t> weights = {1, 2, 3, 4, 10};
  const AliasTable table(weights);
  ItemDraws draws(5, 3, 0, Replacement::with, &table, weights);
  std::vector<double> counts(5);
  for (std::uint32_t user = 0; user < 20000; ++user) {
    for (const std::uint32_t item : drawn(draws, user, {4}, {0}, 1)) counts[item] += 1;
  }
  EXPECT_EQ(counts[0] + counts[4], 0);
  EXPECT_NEAR(counts[1], 20000 * 2.0 / 9, 300);
  EXPECT_NEAR(counts[3], 20000 * 4.0 / 9, 350);
}

}  // namespace
}  // namespace honestrank::sampling

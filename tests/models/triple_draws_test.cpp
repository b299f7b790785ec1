#include "models/triple_draws.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "data/random_interactions.h"

namespace honestrank {
namespace {

constexpr std::size_t kItems = 40;

UserItems lists() { return user_items(testing_support::random_interactions(3, 60, kItems, 900)); }

TEST(TripleDraws, HaveEveryPairOnceInAnEpoch) {
  const UserItems seen = lists();
  const TripleDraws draws(seen, kItems, 42);
  ASSERT_EQ(draws.pairs(), seen.item.size());
  std::size_t pair = 0;
  for (std::uint32_t user = 0; user < seen.users(); ++user) {
    for (const std::uint32_t item : seen[user]) {
      const auto triple = draws.draw(1, pair++);
      EXPECT_EQ(triple.left, user);
      EXPECT_EQ(triple.higher, item);
    }
  }
}

TEST(TripleDraws, NeverDrawAnItemThatTheUserHasSeen) {
  const UserItems seen = lists();
  const TripleDraws draws(seen, kItems, 42);
  for (std::uint32_t epoch = 1; epoch <= 50; ++epoch) {
    for (std::size_t pair = 0; pair < draws.pairs(); ++pair) {
      const auto triple = draws.draw(epoch, pair);
      const auto own = seen[triple.left];
      ASSERT_LT(triple.lower, kItems);
      ASSERT_FALSE(std::binary_search(own.begin(), own.end(), triple.lower));
    }
  }
}

TEST(TripleDraws, DrawEveryOtherItemEquallyOften) {
  UserItems seen;
  seen.item = {0, 1, 4, 7, 9};
  seen.begin = {0, 5};
  const TripleDraws draws(seen, 10, 1);
  std::map<std::uint32_t, int> count;
  for (std::uint32_t epoch = 0; epoch < 2000; ++epoch) {
    for (std::size_t pair = 0; pair < 5; ++pair) ++count[draws.draw(epoch, pair).lower];
  }
  ASSERT_EQ(count.size(), 5U);
  // 2000 of 10000 expected, with a standard deviation of 40.
  for (const std::uint32_t item : {2U, 3U, 5U, 6U, 8U}) EXPECT_NEAR(count[item], 2000, 160);
}

TEST(TripleDraws, LeaveOutWhoHasSeenEverything) {
  UserItems seen;
  seen.item = {0, 1, 2, 1};
  seen.begin = {0, 3, 4, 4};
  const TripleDraws draws(seen, 3, 1);
  ASSERT_EQ(draws.pairs(), 1U);
  EXPECT_EQ(draws.draw(1, 0).left, 1U);
}

TEST(TripleDraws, DependOnSeedAndEpoch) {
  const UserItems seen = lists();
  const TripleDraws draws(seen, kItems, 42);
  const TripleDraws others(seen, kItems, 43);
  int same_epoch = 0;
  int same_seed = 0;
  for (std::size_t pair = 0; pair < 100; ++pair) {
    same_epoch += draws.draw(1, pair).lower == draws.draw(2, pair).lower;
    same_seed += draws.draw(1, pair).lower == others.draw(1, pair).lower;
  }
  EXPECT_LT(same_epoch, 20);  // one of about 27 unseen items
  EXPECT_LT(same_seed, 20);
}

}  // namespace
}  // namespace honestrank

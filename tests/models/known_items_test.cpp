#include "models/known_items.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace honestrank {
namespace {

using testing::ElementsAre;

/// Three users; of the items 0 to 5, nobody knows 0, 2 and 5.
UserItems histories() {
  UserItems lists;
  lists.item = {1, 4, 3, 3, 4};
  lists.begin = {0, 2, 3, 5};
  return lists;
}

TEST(KnownItems, AreNumberedInTheirOrder) {
  const KnownItems known(histories(), 6);
  ASSERT_EQ(known.count(), 3U);
  EXPECT_FALSE(known.are_all());
  EXPECT_EQ(known[0], 1U);
  EXPECT_EQ(known[1], 3U);
  EXPECT_EQ(known[2], 4U);
  EXPECT_THAT(known.histories().item, ElementsAre(0, 2, 1, 1, 2));
  EXPECT_EQ(known.histories().begin, histories().begin);
}

TEST(KnownItems, GiveTheirRowsBackToTheCatalogue) {
  const KnownItems known(histories(), 6);
  const FloatMatrix all = known.for_all_items(make_matrix(3, 2, {1, 2, 3, 4, 5, 6}), -1);
  EXPECT_EQ(all.rows, 6U);
  EXPECT_THAT(std::vector<float>(all.values.begin(), all.values.end()),
              ElementsAre(-1, -1, 1, 2, -1, -1, 3, 4, 5, 6, -1, -1));
}

TEST(KnownItems, MayBeAll) {
  UserItems lists;
  lists.item = {0, 1};
  lists.begin = {0, 2};
  const KnownItems known(lists, 2);
  EXPECT_TRUE(known.are_all());
  EXPECT_EQ(known.histories().item, lists.item);
}

}  // namespace
}  // namespace honestrank

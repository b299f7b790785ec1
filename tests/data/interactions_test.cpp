#include "honestrank/data/interactions.h"

#include <gtest/gtest.h>

#include "error_message.h"

namespace honestrank {
namespace {

using testing_support::message_of;

Interactions small() {
  Interactions interactions;
  for (const char* id : {"u0", "u1", "u2"}) interactions.users.add(id);
  for (const char* id : {"i0", "i1"}) interactions.items.add(id);
  interactions.user = {2, 0, 2, 0};
  interactions.item = {1, 1, 0, 0};
  interactions.rating = {1, 2, 3, 4};
  return interactions;
}

TEST(Interactions, AreValidWithOrWithoutOptionalColumns) {
  Interactions interactions = small();
  validate(interactions);
  interactions.rating.clear();
  interactions.timestamp = {4, 3, 2, 1};
  validate(interactions);
  validate(Interactions{});
}

TEST(Interactions, NameTheColumnThatHasAnotherLength) {
  Interactions interactions = small();
  interactions.rating.pop_back();
  EXPECT_EQ(message_of([&] { validate(interactions); }),
            "validate: expected 4 values in column rating; got 3");
  interactions = small();
  interactions.item.clear();
  EXPECT_EQ(message_of([&] { validate(interactions); }),
            "validate: expected 4 values in column item; got 0");
  interactions = small();
  interactions.timestamp = {1};
  EXPECT_EQ(message_of([&] { validate(interactions); }),
            "validate: expected 4 values in column timestamp; got 1");
}

TEST(Interactions, NameTheRowWhoseUserOrItemDoesNotExist) {
  Interactions interactions = small();
  interactions.user[1] = 3;
  EXPECT_EQ(message_of([&] { validate(interactions); }),
            "validate: expected user numbers below 3; got 3 in row 1");
  interactions = small();
  interactions.item[3] = 2;
  EXPECT_EQ(message_of([&] { validate(interactions); }),
            "validate: expected item numbers below 2; got 2 in row 3");
}

TEST(SelectRows, KeepsTheGivenRowsInTheGivenOrder) {
  const Interactions selected = select_rows(small(), {3, 0});
  EXPECT_EQ(selected.user, (std::vector<std::uint32_t>{0, 2}));
  EXPECT_EQ(selected.item, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_EQ(selected.rating, (std::vector<double>{4, 1}));
  EXPECT_TRUE(selected.timestamp.empty());
  EXPECT_TRUE(selected.users == small().users);
  EXPECT_TRUE(selected.items == small().items);
}

TEST(RowsByUser, GroupsRowsInSourceOrder) {
  const RowsByUser grouped = rows_by_user(small());
  EXPECT_EQ(grouped.begin, (std::vector<std::size_t>{0, 2, 2, 4}));
  EXPECT_EQ(grouped.rows, (std::vector<std::size_t>{1, 3, 0, 2}));
}

}  // namespace
}  // namespace honestrank

#include "honestrank/comparison/slices.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "error_message.h"

namespace honestrank {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing_support::message_of;

constexpr std::uint32_t kNone = UserSlice::kNone;

UserItems lists(const std::vector<std::vector<std::uint32_t>>& items) {
  UserItems result;
  for (const auto& own : items) {
    result.item.insert(result.item.end(), own.begin(), own.end());
    result.begin.push_back(result.item.size());
  }
  return result;
}

IdMap ids(const std::vector<std::string>& names) {
  IdMap map;
  for (const std::string& name : names) map.add(name);
  return map;
}

TEST(Slices, ByActivityHoldAboutTheSameNumberOfUsers) {
  const UserItems seen = lists({{0}, {0, 1}, {0, 1, 2}, {0, 1, 2, 3}, {0}, {0, 1, 2, 3, 4}});
  const UserSlice slice = slice_by_activity(seen, 3);
  EXPECT_EQ(slice.name, "activity");
  EXPECT_THAT(slice.groups, ElementsAre("1", "2..3", "4..5"));
  EXPECT_THAT(slice.group, ElementsAre(0, 1, 1, 2, 0, 2));
}

TEST(Slices, ByActivityKeepEqualNumbersTogether) {
  const UserSlice slice = slice_by_activity(lists({{0}, {0}, {0}, {0, 1}}), 4);
  EXPECT_THAT(slice.groups, ElementsAre("1", "2"));
  EXPECT_THAT(slice.group, ElementsAre(0, 0, 0, 1));
  EXPECT_THAT(message_of([] { slice_by_activity({}, 0); }), HasSubstr("at least one group; got 0"));
  EXPECT_TRUE(slice_by_activity({}, 3).group.empty());
}

TEST(Slices, ByPopularityCutInteractionsIntoThirds) {
  // Seen: item 0 four times, 1 and 2 twice, 3 to 6 once, 7 never: thirds of 12 are 4.
  const UserItems seen = lists({{0, 1, 2}, {0, 1, 2}, {0, 3, 4}, {0, 5, 6}});
  const UserItems held_out = lists({{7}, {3}, {1, 2}, {1, 5}});
  const UserSlice slice = slice_by_popularity(seen, held_out, 8);
  EXPECT_THAT(slice.groups, ElementsAre("head", "mid", "tail", "mixed"));
  EXPECT_THAT(slice.group, ElementsAre(2, 2, 1, 3));
  const UserSlice head = slice_by_popularity(seen, lists({{}, {}, {}, {0}}), 8);
  EXPECT_THAT(head.group, ElementsAre(kNone, kNone, kNone, 0));
}

TEST(Slices, ByPopularityKeepEquallyPopularItemsTogether) {
  // Three items, twice each: whichever number an item has, its third is that of the first of them.
  const UserItems seen = lists({{0, 1, 2}, {0, 1, 2}});
  const UserSlice slice = slice_by_popularity(seen, lists({{0}, {2}}), 3);
  EXPECT_THAT(slice.group, ElementsAre(0, 0));
}

TEST(Slices, TellWhoIsCold) {
  const UserItems seen = lists({{0}, {}, {1}});
  EXPECT_THAT(slice_by_cold_users(seen).group, ElementsAre(1, 0, 1));
  const UserItems held_out = lists({{2}, {0, 2}, {0}});
  EXPECT_THAT(slice_by_cold_items(seen, held_out, 3).group, ElementsAre(0, 2, 1));
}

TEST(Slices, ByAttributeFollowNames) {
  const std::string text = "id\tage\tcity\nu1\t18\tOslo\nu2\t5\t\nu3\t18\tBern\n";
  const AttributeTable table = parse_attributes(text, "users.tsv");
  const UserSlice age = slice_by_user_attribute(table, "age", ids({"u3", "u2", "u9"}));
  EXPECT_THAT(age.groups, ElementsAre("5", "18"));
  EXPECT_THAT(age.group, ElementsAre(1, 0, kNone));
  const UserSlice city = slice_by_user_attribute(table, "city", ids({"u1", "u2", "u3"}));
  EXPECT_THAT(city.groups, ElementsAre("Bern", "Oslo"));
  EXPECT_THAT(city.group, ElementsAre(1, kNone, 0));
  const UserSlice items =
      slice_by_item_attribute(table, "age", ids({"u1", "u2", "u3"}), lists({{0, 2}, {0, 1}, {1}}));
  EXPECT_THAT(items.groups, ElementsAre("5", "18", "mixed"));
  EXPECT_THAT(items.group, ElementsAre(1, 2, 0));
}

TEST(Slices, ByAttributeTellTheWordMixedFromSeveralValues) {
  const std::string text = "id\tgenre\ni1\tmixed\ni2\tjazz\ni3\t(mixed)\n";
  const AttributeTable table = parse_attributes(text, "items.tsv");
  const UserSlice two =
      slice_by_item_attribute(table, "genre", ids({"i1", "i2"}), lists({{0}, {0, 1}, {1}}));
  EXPECT_THAT(two.groups, ElementsAre("jazz", "mixed", "(mixed)"));
  EXPECT_THAT(two.group, ElementsAre(1, 2, 0));
  const UserSlice three =
      slice_by_item_attribute(table, "genre", ids({"i1", "i2", "i3"}), lists({{0}, {0, 1}, {2}}));
  EXPECT_THAT(three.groups, ElementsAre("(mixed)", "jazz", "mixed", "((mixed))"));
}

TEST(Slices, ByAttributeKeepValuesApartThatAreEqualAsNumbers) {
  const std::string text = "id\tage\nu1\tnan\nu2\t1.0\nu3\t1\nu4\t2\nu5\tnan\nu6\tinf\n";
  const AttributeTable table = parse_attributes(text, "users.tsv");
  const UserSlice age =
      slice_by_user_attribute(table, "age", ids({"u1", "u2", "u3", "u4", "u5", "u6"}));
  EXPECT_THAT(age.groups, ElementsAre("1", "1.0", "2", "inf", "nan"));
  EXPECT_THAT(age.group, ElementsAre(4, 1, 0, 2, 4, 3));
}

}  // namespace
}  // namespace honestrank

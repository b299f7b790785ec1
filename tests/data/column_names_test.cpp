#include "honestrank/data/column_names.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace honestrank {
namespace {

using enum ColumnRole;

constexpr ColumnRole kRoles[] = {user, item, rating, grade, timestamp};

TEST(ColumnNames, ArePlainAndEachThereOnce) {
  for (const ColumnRole role : kRoles) {
    std::set<std::string_view> met;
    for (const std::string_view name : column_names(role)) {
      EXPECT_EQ(plain_column_name(name), name);
      EXPECT_TRUE(met.insert(name).second) << name;
      EXPECT_FALSE(names_row_numbers(name));
    }
  }
}

TEST(ColumnNames, HaveIdsBeforeTheirBareWords) {
  for (const ColumnRole role : {user, item}) {
    const auto names = column_names(role);
    for (auto word = names.begin(); word != names.end(); ++word) {
      const auto id = std::find(names.begin(), names.end(), std::string(*word) + "id");
      EXPECT_TRUE(id == names.end() || id < word) << *word;
    }
  }
}

TEST(ColumnNames, OfGradesAreNamesOfRatings) {
  const auto ratings = column_names(rating);
  for (const std::string_view name : column_names(grade)) {
    EXPECT_NE(std::find(ratings.begin(), ratings.end(), name), ratings.end()) << name;
  }
  const auto place = [&](std::string_view name) {
    return std::find(ratings.begin(), ratings.end(), name) - ratings.begin();
  };
  EXPECT_LT(place("relevance"), place("rating"));
  EXPECT_LT(place("rating"), place("label"));
}

TEST(PlainColumnName, IsTheSameForAllSpellings) {
  for (const char* name : {"userid", "user_id", "userId", "User-ID", "user id", "user_id:token"}) {
    EXPECT_EQ(plain_column_name(name), "userid");
  }
  EXPECT_EQ(plain_column_name(""), "");
}

TEST(NamesRowNumbers, KnowsWhatPandasWrites) {
  for (const char* name : {"", " ", "index", "Unnamed: 0", "Unnamed: 0.1", "level_0"}) {
    EXPECT_TRUE(names_row_numbers(plain_column_name(name))) << name;
  }
  EXPECT_FALSE(names_row_numbers("id"));
}

}  // namespace
}  // namespace honestrank

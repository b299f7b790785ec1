#include "honestrank/base/error.h"

#include <gtest/gtest.h>

namespace honestrank {
namespace {

TEST(ParseError, NamesFileAndLine) {
  const ParseError error("ratings.csv", 17, "expected 3 fields; got 2");
  EXPECT_STREQ(error.what(), "ratings.csv:17: expected 3 fields; got 2");
  EXPECT_EQ(error.path(), "ratings.csv");
  EXPECT_EQ(error.line(), 17U);
}

TEST(ParseError, LeavesOutTheLineWhereTheFaultIsTheWholeFile) {
  EXPECT_STREQ(ParseError("a.npz", 0, "truncated").what(), "a.npz: truncated");
}

TEST(ParseError, IsBadInputForEveryCaller) {
  EXPECT_THROW(throw ParseError("a", 1, "b"), InputError);
  EXPECT_THROW(throw ParseError("a", 1, "b"), std::invalid_argument);
}

}  // namespace
}  // namespace honestrank

#include <gtest/gtest.h>

#include <string>

#include "gzip_text.h"
#include "interaction_rows.h"

namespace honestrank {
namespace {

using testing_support::gzip;
using testing_support::ids;
using testing_support::message_for;

TEST(ReadInteractionsErrors, NameTheLineAndWhatWasExpected) {
  EXPECT_EQ(message_for("1,2,3\n1,2\n"), "x.csv:2: expected 3 fields; got 2");
  EXPECT_EQ(message_for("1,2,3\n1,2,3,4\n"), "x.csv:2: expected 3 fields; got 4");
  EXPECT_EQ(message_for("1\t2\n\n\t2\n"), "x.csv:3: expected a user id; got an empty field");
  EXPECT_EQ(message_for("1\t2\n1\t\n"), "x.csv:2: expected an item id; got an empty field");
  EXPECT_EQ(message_for("1,2,5\n1,\"\",5\n"), "x.csv:2: expected an item id; got an empty field");
  EXPECT_EQ(message_for("1,2,3\n1,2,x\n"),
            "x.csv:2: expected a number as rating (column 3); got 'x'");
  EXPECT_EQ(message_for("1,2,3\n1,2,\n"),
            "x.csv:2: expected a number as rating (column 3); got ''");
  EXPECT_EQ(message_for("1,2,3\n1,2,nan\n"),
            "x.csv:2: expected a number as rating (column 3); got 'nan'");
  EXPECT_EQ(message_for("1,2,3\n1,2,inf\n"),
            "x.csv:2: expected a number as rating (column 3); got 'inf'");
  EXPECT_EQ(message_for("1,2,3\n1,2,1e999\n"),
            "x.csv:2: expected a number as rating (column 3); got '1e999'");
  EXPECT_EQ(message_for("1,2,3,4\n1,2,3,soon\n"),
            "x.csv:2: expected a number or an ISO date as timestamp (column 4); got 'soon'");
  EXPECT_EQ(message_for("1,2\n\"1,2\n"),
            "x.csv:2: expected a closing quote on the same line; got none");
  EXPECT_EQ(message_for("(0,1)\t2\nabc\n"),
            "x.csv:2: expected (user,item) followed by candidates; got 'abc'");
  EXPECT_EQ(message_for("(0,1)\t2\n(0,)\t2\n"),
            "x.csv:2: expected (user,item) followed by candidates; got '(0,)?2'");
}

// Lines whose separators add up although their fields do not.
TEST(ReadInteractionsErrors, SeeThroughQuotesInColumnsThatAreNotUsed) {
  EXPECT_EQ(message_for("user,title,item,extra\nu,t,i,e\nu,\"x,y\",i\n"),
            "x.csv:3: expected 4 fields; got 3");
  EXPECT_EQ(message_for("user,title,item,extra\nu,t,i,e\nu, \"x,y\",i\n"),
            "x.csv:3: expected 4 fields; got 3");
  EXPECT_EQ(message_for("user item extra\nu i e\nu i \r\n"), "x.csv:3: expected 3 fields; got 2");
}

TEST(ReadInteractionsErrors, CoverTheFileAsAWhole) {
  EXPECT_EQ(message_for(""), "x.csv: expected interactions; got an empty file");
  EXPECT_EQ(message_for("user,item\n"), "x.csv: expected interactions; got a file without any");
  EXPECT_EQ(message_for(std::string("a,b\nc,d\0\n", 9)),
            "x.csv:2: expected text; got a NUL byte (a binary or UTF-16 file?)");
  EXPECT_EQ(message_for(gzip("a,b\n").substr(0, 15)),
            "x.csv: expected a complete gzip file; got a truncated one");
}

TEST(ReadInteractionsErrors, NameTheFirstIdOfAnotherEncoding) {
  EXPECT_EQ(message_for("a,b\nc,\xE9\n", {.encoding = TextEncoding::utf8}),
            "x.csv:2: expected UTF-8 text; got the id '?'");
  EXPECT_EQ(message_for("a,b\n\xE9,\x93quoted\x94\n"),
            "x.csv:2: expected UTF-8 or Latin-1 text; got the id '?quoted?'");
  EXPECT_EQ(message_for("a,b\n\xC2\x85,c\n", {.encoding = TextEncoding::latin1}),
            "x.csv:2: expected Latin-1 text; got the id '\xC2\x85'");
  // A user without items stands on no row.
  EXPECT_EQ(message_for("0 1 2 3 4\n\x80x\n1 2\n", {.format = InteractionFormat::lists}),
            "x.csv: expected UTF-8 or Latin-1 text; got the id '?x'");
}

TEST(ReadInteractionsErrors, NameTheFirstUnknownId) {
  EXPECT_EQ(message_for("\na,x\nb,x\nc,x\n", {.known_users = ids({"a", "b"})}),
            "x.csv:4: expected one of the 2 known user ids; got 'c'");
  EXPECT_EQ(message_for("user,item\na,x\n\nb,y\n", {.known_items = ids({"x"})}),
            "x.csv:4: expected one of the 1 known item ids; got 'y'");
  EXPECT_EQ(message_for("0 1 2 3 4\n1 2\n\n2 9\n", {.format = InteractionFormat::lists,
                                                    .known_items = ids({"1", "2", "3", "4"})}),
            "x.csv:4: expected one of the 4 known item ids; got '9'");
}

}  // namespace
}  // namespace honestrank

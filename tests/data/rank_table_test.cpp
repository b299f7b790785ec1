#include "honestrank/data/rank_table.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "error_message.h"
#include "gzip_text.h"
#include "temporary_directory.h"

namespace honestrank {
namespace {

using testing_support::content_of;
using testing_support::gzip;
using testing_support::message_of;
using testing_support::TemporaryDirectory;

/// "user:rank+tied/items" of each row.
std::vector<std::string> rows_of(const RankTable& table) {
  std::vector<std::string> rows;
  for (std::size_t row = 0; row < table.size(); ++row) {
    rows.push_back(std::string(table.users[table.user[row]]) + ":" +
                   std::to_string(table.rank[row]) + "+" + std::to_string(table.tied[row]) + "/" +
                   std::to_string(table.items[row]));
  }
  return rows;
}

std::vector<std::string> rows_in(const std::string& text, std::uint64_t items = 0) {
  return rows_of(parse_ranks(text, "ranks.tsv", {.items = items}));
}

std::string message_for(const std::string& text, std::uint64_t items = 0) {
  return message_of([&] { parse_ranks(text, "ranks.tsv", {.items = items}); });
}

using Rows = std::vector<std::string>;

TEST(ParseRanks, ReadsUserAndRankWithAnySeparator) {
  const Rows expected = {"a:100+0/10000", "b:40+0/10000", "a:7+0/10000"};
  EXPECT_EQ(rows_in("a\t100\nb\t40\na\t7\n", 10000), expected);
  EXPECT_EQ(rows_in("a,100\nb,40\r\na,7", 10000), expected);
  EXPECT_EQ(rows_in("a 100\n\nb  40\na 7\n", 10000), expected);
  EXPECT_EQ(rows_in(gzip("user\trank\na\t100\nb\t40\na\t7\n"), 10000), expected);
}

TEST(ParseRanks, ReadsColumnsByNameInAnyOrder) {
  EXPECT_EQ(rows_in("items,rank,user,tied\n50,3,a,2\n60,1,b,0\n"), (Rows{"a:3+2/50", "b:1+0/60"}));
  EXPECT_EQ(rows_in("Query\tRank\tItems\nq\t3\t50\n"), (Rows{"q:3+0/50"}));
  EXPECT_EQ(rows_in("rank\tperson\n3\ta\n", 9), (Rows{"a:3+0/9"}));
}

TEST(ParseRanks, WantsOneColumnForEachMeaningAndRanksOfOneModel) {
  EXPECT_EQ(rows_in("uid,rank,ties\na,3,2\n", 9), (Rows{"a:3+2/9"}));
  EXPECT_EQ(rows_in("colour,qid,rank\nred,a,3\n", 9), (Rows{"a:3+0/9"}));
  EXPECT_EQ(message_for("user,user_id,rank\na,b,3\n", 9),
            "ranks.tsv:1: expected one column 'user'; got the columns 'user' and 'user_id'");
  EXPECT_EQ(message_for("rank,RANK\n3,a\n", 9),
            "ranks.tsv:1: expected one column 'rank'; got the columns 'rank' and 'rank'");
  EXPECT_EQ(message_for("person,rank,tied\na,3,0\n", 9),
            "ranks.tsv:1: expected a column user; got none");
  EXPECT_EQ(message_for("model,user,rank\nx,a,3\n", 9),
            "ranks.tsv:1: expected the ranks of one model; got a column 'model'; give each model a "
            "file of its own");
  EXPECT_EQ(message_for("user,repeat,rank\na,1,3\n", 9),
            "ranks.tsv:1: expected the ranks of one model; got a column 'repeat'; give each repeat "
            "a file of its own");
}

TEST(ParseRanks, PrefersTheColumnItemsToTheOption) {
  EXPECT_EQ(rows_in("user\trank\titems\na\t3\t50\n", 10), (Rows{"a:3+0/50"}));
}

TEST(ParseRanks, TakesAFewRelevantItemsInOneTie) {
  EXPECT_EQ(rows_in("user\trank\ttied\na\t3\t1\na\t3\t1\na\t1\t0\n", 10),
            (Rows{"a:3+1/10", "a:3+1/10", "a:1+0/10"}));
}

TEST(ParseRanks, ReadsTheLargestNumbers) {
  EXPECT_EQ(rows_in("user\trank\ttied\titems\na\t1\t18446744073709551614\t18446744073709551615\n"),
            (Rows{"a:1+18446744073709551614/18446744073709551615"}));
}

TEST(ParseRanks, NamesTheLineOfAFault) {
  EXPECT_EQ(message_for("a\t1\nb\t0\n", 9),
            "ranks.tsv:2: expected a whole number of at least 1 as rank; got '0'");
  EXPECT_EQ(message_for("a\t1\nb\t-3\n", 9),
            "ranks.tsv:2: expected a whole number of at least 1 as rank; got '-3'");
  EXPECT_EQ(message_for("a\t1.5\n", 9),
            "ranks.tsv:1: expected a whole number of at least 1 as rank; got '1.5'");
  EXPECT_EQ(message_for("user\trank\ttied\na\t1\tx\n", 9),
            "ranks.tsv:2: expected a whole number of at least 0 as tied; got 'x'");
  EXPECT_EQ(message_for("user\trank\titems\na\t1\t0\n"),
            "ranks.tsv:2: expected a whole number of at least 1 as items; got '0'");
  EXPECT_EQ(message_for("a\t10\n", 9), "ranks.tsv:1: expected a rank of at most 9 (items); got 10");
  EXPECT_EQ(message_for("user\trank\ttied\na\t9\t1\n", 9),
            "ranks.tsv:2: expected a rank of at most 9 (items); got 9 with 1 tied");
  EXPECT_EQ(message_for("a\t1\n\tb\n", 9), "ranks.tsv:2: expected a user id; got an empty field");
  EXPECT_EQ(message_for("a\t1\nb\n", 9), "ranks.tsv:2: expected 2 fields; got 1");
  EXPECT_EQ(message_for("a\t1\n\xE9\t2\n", 9), "ranks.tsv:2: expected UTF-8 text; got the id '?'");
}

TEST(ParseRanks, RefusesRanksThatContradictEachOther) {
  EXPECT_EQ(message_for("a\t3\nb\t3\n\na\t3\n", 9),
            "ranks.tsv:4: expected at most 1 item(s) at rank 3; got 2 for user 'a'");
  EXPECT_EQ(message_for("user\trank\ttied\na\t3\t1\na\t3\t1\na\t3\t1\n", 9),
            "ranks.tsv:4: expected at most 2 item(s) at rank 3; got 3 for user 'a'");
  EXPECT_EQ(message_for("user\trank\ttied\na\t5\t0\na\t3\t2\n", 9),
            "ranks.tsv:3: expected tie groups that do not overlap; got ranks 3 and 5 for user 'a'");
  EXPECT_EQ(message_for("user\trank\ttied\na\t3\t2\na\t3\t1\n", 9),
            "ranks.tsv:3: expected tie groups that do not overlap; got ranks 3 and 3 for user 'a'");
  EXPECT_EQ(message_for("user\trank\titems\na\t3\t9\na\t4\t8\n"),
            "ranks.tsv:3: expected one number of items a user; got 9 and 8 for user 'a'");
}

TEST(ParseRanks, SaysWhatTheFileLacks) {
  EXPECT_EQ(message_for("a\t1\n"),
            "ranks.tsv: expected a column 'items' or the number of items (--items N); got neither");
  EXPECT_EQ(message_for("", 9), "ranks.tsv: expected ranks; got an empty file");
  EXPECT_EQ(message_for("user\trank\n", 9), "ranks.tsv: expected ranks; got a file without any");
  EXPECT_EQ(message_for("\n\na\n", 9),
            "ranks.tsv:3: expected at least 2 fields (user, rank); got 1");
  EXPECT_EQ(
      message_for("a\t1\t2\n", 9),
      "ranks.tsv:1: expected a header that names the columns (user, rank, tied, items) where there "
      "are more than 2; got none");
}

TEST(WriteRanks, GivesTheSameBack) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "ranks.tsv";
  const RankTable table = parse_ranks(
      std::string("user,rank,tied,items\na b,3,2,50\n\"\"\"b\",1,0,60\na b,9,0,50\n"), "x");
  write_ranks(path, table);
  EXPECT_EQ(content_of(path),
            "user\trank\ttied\titems\na b\t3\t2\t50\n\"\"\"b\"\t1\t0\t60\na b\t9\t0\t50\n");
  EXPECT_EQ(rows_of(read_ranks(path)), rows_of(table));
}

TEST(WriteRanks, RefusesUsersThatTheReaderWouldTearApart) {
  const TemporaryDirectory directory;
  const RankTable table = parse_ranks(std::string("user,rank\na\tb,3\n"), "x", {.items = 9});
  ASSERT_EQ(table.users.size(), 1U);
  EXPECT_EQ(table.users[0], "a\tb");
  EXPECT_EQ(message_of([&] { write_ranks(directory.path() / "x", table); }),
            "write_ranks: expected text without tab and line ends; got 'a?b'");
}

}  // namespace
}  // namespace honestrank

#include "honestrank/data/candidate_lists.h"

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

CandidateLists parsed(const std::string& text) { return parse_candidates(text, "x.negative"); }

/// "user target: candidate candidate ..." of each row.
std::vector<std::string> rows_of(const CandidateLists& lists) {
  std::vector<std::string> rows;
  for (std::size_t row = 0; row < lists.size(); ++row) {
    std::string text = std::string(lists.users[lists.user[row]]) + " " +
                       std::string(lists.items[lists.target[row]]) + ":";
    for (std::size_t i = lists.begin[row]; i < lists.begin[row + 1]; ++i) {
      text += " " + std::string(lists.items[lists.candidate[i]]);
    }
    rows.push_back(text);
  }
  return rows;
}

using Rows = std::vector<std::string>;

TEST(ParseCandidates, ReadsThePairAndItsCandidates) {
  const Rows expected = {"0 25: 1064 174", "1 133: 25", "0 7:"};
  EXPECT_EQ(rows_of(parsed("(0,25)\t1064\t174\n(1,133)\t25\n(0,7)\n")), expected);
  EXPECT_EQ(rows_of(parsed("( 0 , 25 ) 1064  174 \r\n\n(1,133)\t25\n(0,7)")), expected);
  EXPECT_EQ(rows_of(parsed(gzip("(0,25)\t1064\t174\n(1,133)\t25\n(0,7)\n"))), expected);
}

TEST(ParseCandidates, CountsTargetsAndRepetitionsAmongCandidates) {
  const CandidateLists lists = parsed("(0,1)\t2\t1\t2\t2\t1\n(1,1)\t2\t3\n");
  EXPECT_EQ(lists.source, "x.negative");
  EXPECT_EQ(lists.line.size(), lists.size());
  EXPECT_EQ(lists.targets_among_candidates, 2U);
  EXPECT_EQ(lists.repeated_candidates, 3U);
  EXPECT_EQ(lists.candidate.size(), 7U);
}

TEST(ParseCandidates, NamesTheLineOfAFault) {
  const auto message_for = [](const std::string& text) {
    return message_of([&] { parsed(text); });
  };
  const std::string expected = ": expected (user,item) followed by candidates; got ";
  EXPECT_EQ(message_for("(0,1)\t2\n\n0\t1\t2\n"), "x.negative:3" + expected + "'0?1?2'");
  for (const char* line : {"(0,1 2", "(01) 2", "(,1) 2", "(0,) 2", "()", " (0,1) 2"}) {
    EXPECT_EQ(message_for(line), "x.negative:1" + expected + "'" + line + "'");
  }
  EXPECT_EQ(message_for("(0,\xE9)\t1\n"), "x.negative:1: expected UTF-8 text; got '(0,?)?1'");
  EXPECT_EQ(message_for(""), "x.negative: expected candidate lists; got an empty file");
}

TEST(WriteCandidates, GivesTheSameBack) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "x.negative";
  const std::string text = "(0,25)\t1064\t174\n(1 a,b,c (d)\t25\n(0,7)\n";
  write_candidates(path, parsed(text));
  EXPECT_EQ(content_of(path), text);
  write_candidates(directory.path() / "x.gz", parsed(text));
  EXPECT_EQ(rows_of(read_candidates(directory.path() / "x.gz")), rows_of(parsed(text)));
}

TEST(WriteCandidates, RefusesIdsThatTheReaderWouldNotGiveBack) {
  const TemporaryDirectory directory;
  const auto write = [&](const char* user, const char* target, const char* candidate) {
    CandidateLists lists;
    lists.user.push_back(lists.users.add(user));
    lists.target.push_back(lists.items.add(target));
    lists.candidate.push_back(lists.items.add(candidate));
    lists.begin.push_back(1);
    write_candidates(directory.path() / "x", lists);
  };
  write("u", "i", "c");
  EXPECT_EQ(
      message_of([&] { write("u,v", "i", "c"); }),
      "write_candidates: expected ids without commas, parentheses and line ends; got '(u,v,i)'");
  for (const char* item : {"i)", " i", "i\n", ""})
    EXPECT_THROW(write("u", item, "c"), InputError) << item;
  for (const char* candidate : {"a b", "", "a\n"})
    EXPECT_THROW(write("u", "i", candidate), InputError);
}

}  // namespace
}  // namespace honestrank

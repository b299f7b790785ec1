#include "honestrank/sampling/rank_candidates.h"

#include <gtest/gtest.h>

#include <string>

#include "error_message.h"
#include "honestrank/base/error.h"

namespace honestrank {
namespace {

/// Users a and b, items w to z; a has seen w.
Interactions seen() {
  Interactions pairs;
  for (const char* id : {"a", "b"}) pairs.users.add(id);
  for (const char* id : {"w", "x", "y", "z"}) pairs.items.add(id);
  pairs.user = {0};
  pairs.item = {0};
  return pairs;
}

CandidateLists lists(const std::string& text) { return parse_candidates(text, "lists"); }

const ScoreMatrix kScores{make_matrix(2, 4,
                                      {9, 1, 2, 3,  //
                                       5, 5, 1, 7})};

TEST(RankCandidates, RanksTargetsAmongTheirLists) {
  const auto ranked =
      rank_candidates(kScores, lists("(b,x)\tw\ty\tz\n(a,y)\tz\tx\tx\n"), seen(), 2);
  ASSERT_EQ(ranked.size(), 2U);
  EXPECT_EQ(ranked.ranks.user, (std::vector<std::uint32_t>{1, 0}));
  EXPECT_EQ(ranked.ranks.groups[0], (TieGroup{1, 2, 1}));  // below z, tied with w
  EXPECT_EQ(ranked.ranks.groups[1], (TieGroup{1, 1, 1}));  // below z
  EXPECT_EQ(ranked.population, (std::vector<std::uint64_t>{4, 3}));
  EXPECT_EQ(ranked.samples(0), 3U);
  EXPECT_EQ(ranked.protocol, SamplingProtocol::candidates);
  EXPECT_EQ(ranked.replacement, Replacement::with);  // x stands there twice
  validate(ranked);
  const auto distinct = rank_candidates(kScores, lists("(b,x)\tw\ty\n"), seen());
  EXPECT_EQ(distinct.replacement, Replacement::without);
}

TEST(RankCandidates, SaysWhatIsWrong) {
  const auto fault = [](const std::string& text) {
    return testing_support::message_of([&] { rank_candidates(kScores, lists(text), seen()); });
  };
  EXPECT_EQ(fault("(b,x)\tw\n(c,x)\tw\n"), "lists:2: expected users that are known; got 'c'");
  EXPECT_EQ(fault("\n(b,x)\tv\n"), "lists:2: expected items that are known; got 'v'");
  EXPECT_EQ(fault("(b,x)\tw\n(a,v)\tw\n"), "lists:2: expected items that are known; got 'v'");
  EXPECT_EQ(fault("(a,w)\tx\n"),
            "lists:1: expected targets that were not seen; got 'w' of user 'a'");
  EXPECT_EQ(fault("(b,x)\tw\n(a,x)\n"),
            "lists:2: expected candidates of user 'a'; got an empty list");
  EXPECT_EQ(fault("(b,x)\tw\n\n(b,y)\tw\n"),
            "lists:3: expected one list for each user; got another one of user 'b' after line 1: "
            "leave one out, or rank them in two files");
}

TEST(RankCandidates, NamesItselfWhereListsAreFromNoFile) {
  const auto fault = [](const std::string& text) {
    CandidateLists made = lists(text);
    made.source.clear();
    made.line.clear();
    return testing_support::message_of([&] { rank_candidates(kScores, made, seen()); });
  };
  EXPECT_EQ(fault("(b,x)\tv\n"), "rank_candidates: expected items that are known; got 'v'");
  EXPECT_EQ(fault("(b,x)\tw\n(b,y)\tw\n"),
            "rank_candidates: expected one list for each user; got another one of user 'b': leave "
            "one out, or rank them in two files");
}

TEST(KnownCandidates, CountsWhatUsersHaveSeenOrHeldOut) {
  Interactions held_out;  // numbered otherwise than lists and train
  held_out.users.add("b");
  for (const char* id : {"z", "y", "x"}) held_out.items.add(id);
  held_out.user = {0, 0, 0};
  held_out.item = {0, 1, 2};
  const CandidateLists both = lists("(b,x)\tw\ty\tz\tx\n(a,y)\tz\tw\tw\n(c,x)\tw\tv\n");
  const KnownCandidates known = known_candidates(both, seen(), held_out);
  EXPECT_EQ(known.seen, 2U);  // w of a, twice
  EXPECT_EQ(known.seen_users, 1U);
  EXPECT_EQ(known.held_out, 2U);  // y and z of b; x is the target
  EXPECT_EQ(known.held_out_users, 1U);
  const KnownCandidates none = known_candidates(both, {}, {});
  EXPECT_EQ(none.seen + none.seen_users + none.held_out + none.held_out_users, 0U);
}

}  // namespace
}  // namespace honestrank

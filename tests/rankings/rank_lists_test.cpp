#include "honestrank/rankings/rank_lists.h"

#include <gtest/gtest.h>

#include <limits>
#include <string>
#include <vector>

#include "error_message.h"
#include "expect_same_ranks.h"
#include "honestrank/base/random.h"
#include "honestrank/rankings/rank_run.h"

namespace honestrank {
namespace {

using testing_support::expect_same;
using testing_support::message_of;

constexpr double kMissing = std::numeric_limits<double>::quiet_NaN();

/// Lists, and the same as a run with judgments: the relevant documents are `place`, -1 for one that
/// is not in the run.
struct AsRun {
  AsRun(const ScoredLists& lists, const std::vector<int>& place) {
    for (std::size_t entry = 0; entry < lists.size(); ++entry) {
      const std::string query = "q" + std::to_string(entry);
      qrels.queries.add(query);
      run.queries.add(query);
      for (std::size_t i = lists.relevant_begin[entry]; i < lists.relevant_begin[entry + 1]; ++i) {
        const bool missing = place[i] < 0;
        qrels.document.push_back(missing ? "m" + std::to_string(i) : std::to_string(place[i]));
        qrels.grade.push_back(lists.gain.empty() ? 1 : lists.gain[i]);
      }
      for (std::size_t i = lists.begin[entry]; i < lists.begin[entry + 1]; ++i) {
        run.document.push_back(std::to_string(i - lists.begin[entry]));
        run.score.push_back(lists.score[i]);
      }
      qrels.begin.push_back(qrels.grade.size());
      run.begin.push_back(run.score.size());
    }
  }
  Qrels qrels;
  honestrank::Run run;
};

ScoredLists random_lists(std::uint64_t seed, bool graded, std::vector<int>& place) {
  const CounterRandom random(seed);
  ScoredLists lists;
  for (std::uint32_t user = 0; user < 1100; ++user) {
    lists.user.push_back(user);
    const std::uint64_t length = random.below(12, user, 0);
    for (std::uint32_t i = 0; i < length; ++i) {
      lists.score.push_back(static_cast<double>(random.below(5, user, 1 + i)));
      if (random.below(3, user, 20 + i) != 0) continue;
      place.push_back(static_cast<int>(i));
      lists.relevant_score.push_back(lists.score.back());
      if (graded) lists.gain.push_back(1 + static_cast<double>(random.below(3, user, 40 + i)));
    }
    if (random.below(2, user, 60) == 0) {
      place.push_back(-1);
      lists.relevant_score.push_back(kMissing);
      if (graded) lists.gain.push_back(3);
    }
    lists.begin.push_back(lists.score.size());
    lists.relevant_begin.push_back(lists.relevant_score.size());
  }
  return lists;
}

TEST(RankLists, AreRankedAsTheSameRunIs) {
  for (const bool graded : {false, true}) {
    for (const std::uint64_t items : {std::uint64_t{0}, std::uint64_t{50}}) {
      std::vector<int> place;
      const ScoredLists lists = random_lists(7, graded, place);
      const AsRun as_run(lists, place);
      const UserRanks expected = rank_run(as_run.qrels, as_run.run, {.items = items}).ranks;
      for (const unsigned threads : {1U, 3U}) {
        expect_same(rank_lists(lists, {.items = items, .threads = threads}), expected);
      }
    }
  }
}

ScoredLists one_list() { return {{5}, {0, 2}, {0.5, 0.25}, {0, 1}, {0.25}, {}}; }

TEST(RankLists, RefuseWhatIsNoList) {
  const auto message = [](const ScoredLists& lists) {
    return message_of([&] { rank_lists(lists); });
  };
  EXPECT_EQ(rank_lists(one_list()).groups[0], (TieGroup{1, 1, 1}));
  ScoredLists lists = one_list();
  lists.score[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(message(lists),
            "rank_lists: entry 0 (user 5): expected scores that are numbers; got NaN");
  lists = one_list();
  lists.relevant_score[0] = 2;
  EXPECT_EQ(message(lists),
            "rank_lists: entry 0 (user 5): expected 1 scores of 2, as many as of relevant items; "
            "got 0");
  lists = one_list();
  lists.gain = {0};
  EXPECT_EQ(message(lists), "rank_lists: entry 0 (user 5): expected a positive gain; got 0");
  lists = one_list();
  lists.begin = {0, 3};
  EXPECT_EQ(message(lists), "rank_lists: expected columns that fit 1 entries; got others");
  EXPECT_EQ(message_of([] { rank_lists(one_list(), {.items = 1}); }),
            "rank_lists: entry 0 (user 5): expected at most 1 items; got 2 retrieved and 0 other "
            "relevant ones");
}

}  // namespace
}  // namespace honestrank

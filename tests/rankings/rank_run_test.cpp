#include "honestrank/rankings/rank_run.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "error_message.h"
#include "expect_same_ranks.h"
#include "honestrank/base/random.h"

namespace honestrank {
namespace {

using testing_support::expect_same;
using testing_support::message_of;
using TrecRun = honestrank::Run;  // testing::Test has a member of that name

Qrels qrels_of(const std::string& text) { return parse_qrels(text, "qrels"); }
Run run_of(const std::string& text) { return parse_run(text, "run"); }

/// The definition: sort everything, then look where the relevant documents are.
RunRanks ranked_by_sorting(const Qrels& qrels, const Run& run, const RankRunOptions& options) {
  const bool graded = std::any_of(qrels.grade.begin(), qrels.grade.end(),
                                  [](double grade) { return grade > 0 && grade != 1; });
  RunRanks result;
  UserRanks& ranks = result.ranks;
  if (graded) ranks.gain_begin.push_back(0);
  std::size_t met = 0;
  for (std::size_t query = 0; query < qrels.queries.size(); ++query) {
    std::map<std::string, double> relevant;
    for (std::size_t row = qrels.begin[query]; row < qrels.begin[query + 1]; ++row) {
      if (qrels.grade[row] > 0) relevant.emplace(qrels.document[row], qrels.grade[row]);
    }
    std::vector<std::pair<double, std::string>> documents;
    const auto number = run.queries.find(qrels.queries[query]);
    met += number ? 1U : 0U;
    if (!number && options.queries == RunQueries::common) continue;
    for (std::size_t row = number ? run.begin[*number] : 0;
         row < (number ? run.begin[*number + 1] : 0); ++row) {
      const bool rounded = options.ties == RunTies::by_document;
      const auto single = static_cast<double>(static_cast<float>(run.score[row]));
      documents.emplace_back(rounded ? single : run.score[row], run.document[row]);
    }
    std::sort(documents.begin(), documents.end(), std::greater<>());

    std::vector<double> gains;
    for (std::size_t i = 0; i < documents.size();) {
      std::size_t end = i + 1;
      while (options.ties == RunTies::keep && end < documents.size() &&
             documents[end].first == documents[i].first) {
        ++end;
      }
      std::vector<double> here;
      for (std::size_t j = i; j < end; ++j) {
        const auto found = relevant.find(documents[j].second);
        if (found == relevant.end()) continue;
        here.push_back(found->second);
        relevant.erase(found);
      }
      if (!here.empty()) ranks.groups.push_back({i, end - i, here.size()});
      std::sort(here.begin(), here.end(), std::greater<>());
      gains.insert(gains.end(), here.begin(), here.end());
      i = end;
    }
    std::vector<double> rest;
    for (const auto& [document, grade] : relevant) rest.push_back(grade);
    std::sort(rest.begin(), rest.end(), std::greater<>());
    gains.insert(gains.end(), rest.begin(), rest.end());
    const bool tail = options.items != 0 && !rest.empty();
    if (tail)
      ranks.groups.push_back({documents.size(), options.items - documents.size(), rest.size()});
    ranks.user.push_back(static_cast<std::uint32_t>(query));
    ranks.items.push_back(options.items);
    ranks.unranked.push_back(tail ? 0 : rest.size());
    ranks.group_begin.push_back(ranks.groups.size());
    if (!graded) continue;
    ranks.gains.insert(ranks.gains.end(), gains.begin(), gains.end());
    ranks.gain_begin.push_back(ranks.gains.size());
  }
  result.queries_missing = qrels.queries.size() - met;
  result.queries_unjudged = run.queries.size() - met;
  return result;
}

TEST(RankRun, CountsDocumentsAboveAndWithTheScoreOfARelevantOne) {
  const Qrels qrels = qrels_of("q 0 b 1\nq 0 d 1\nq 0 x 0\n");
  const TrecRun run = run_of("q Q0 a 1 9 t\nq Q0 b 2 5 t\nq Q0 c 3 5 t\nq Q0 d 4 1 t\n");
  const RunRanks ranks = rank_run(qrels, run);
  EXPECT_EQ(ranks.ranks.groups, (std::vector<TieGroup>{{1, 2, 1}, {3, 1, 1}}));
  EXPECT_EQ(ranks.ranks.unranked, std::vector<std::uint64_t>{0});
  EXPECT_EQ(ranks.ranks.items, std::vector<std::uint64_t>{0});
  EXPECT_TRUE(ranks.ranks.gain_begin.empty());
}

TEST(RankRun, PutsTheLargerDocumentFirstWhereTiesGoByDocument) {
  const Qrels qrels = qrels_of("q 0 b 1\nq 0 C 1\n");
  const TrecRun run =
      run_of("q Q0 a 1 5 t\nq Q0 b 2 5 t\nq Q0 C 3 5 t\nq Q0 c 4 5 t\nq Q0 \xC3\xA9 5 5 t\n");
  const RunRanks ranks = rank_run(qrels, run, {.ties = RunTies::by_document});
  // By bytes: e acute, c, b, a, C.
  EXPECT_EQ(ranks.ranks.groups, (std::vector<TieGroup>{{2, 1, 1}, {4, 1, 1}}));
}

TEST(RankRun, RoundsScoresToSinglePrecisionWhereTiesGoByDocument) {
  const Qrels qrels = qrels_of("q 0 a 1\nq 0 d 1\n");
  const TrecRun run = run_of(
      "q Q0 a 1 1.00000001 t\nq Q0 b 1 1 t\nq Q0 c 1 0.99 t\nq Q0 d 1 1e300 t\nq Q0 e 1 inf t\n");
  EXPECT_EQ(rank_run(qrels, run).ranks.groups, (std::vector<TieGroup>{{1, 1, 1}, {2, 1, 1}}));
  EXPECT_EQ(rank_run(qrels, run, {.ties = RunTies::by_document}).ranks.groups,
            (std::vector<TieGroup>{{1, 1, 1}, {3, 1, 1}}));
}

TEST(RankRun, LeavesRelevantDocumentsUnrankedThatTheRunDoesNotHold) {
  const Qrels qrels = qrels_of("q 0 a 1\nq 0 b 1\nq 0 c 1\n");
  const TrecRun run = run_of("q Q0 a 1 5 t\nq Q0 x 2 4 t\n");
  const RunRanks open = rank_run(qrels, run);
  EXPECT_EQ(open.ranks.groups, (std::vector<TieGroup>{{0, 1, 1}}));
  EXPECT_EQ(open.ranks.unranked, std::vector<std::uint64_t>{2});
  const RunRanks closed = rank_run(qrels, run, {.items = 10});
  EXPECT_EQ(closed.ranks.groups, (std::vector<TieGroup>{{0, 1, 1}, {2, 8, 2}}));
  EXPECT_EQ(closed.ranks.unranked, std::vector<std::uint64_t>{0});
  EXPECT_EQ(closed.ranks.items, std::vector<std::uint64_t>{10});
  validate(closed.ranks);
}

TEST(RankRun, CountsQueriesThatOnlyOneFileHas) {
  const Qrels qrels = qrels_of("q1 0 a 1\nq2 0 a 1\nq3 0 a 0\n");
  const TrecRun run = run_of("q2 Q0 a 1 5 t\nq9 Q0 a 1 5 t\nq8 Q0 a 1 5 t\n");
  const RunRanks judged = rank_run(qrels, run);
  EXPECT_EQ(judged.ranks.user, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(judged.ranks.unranked, (std::vector<std::uint64_t>{1, 0, 0}));
  EXPECT_EQ(judged.queries_missing, 2U);
  EXPECT_EQ(judged.queries_unjudged, 2U);
  const RunRanks common = rank_run(qrels, run, {.queries = RunQueries::common});
  EXPECT_EQ(common.ranks.user, (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(common.queries_missing, 2U);
  EXPECT_EQ(common.queries_unjudged, 2U);
}

TEST(RankRun, GivesGainsFallingInsideAGroup) {
  const Qrels qrels = qrels_of("q 0 a 1\nq 0 b 3\nq 0 c 2\nq 0 d 1\nq 0 e 4\nq 0 f -1\n");
  const TrecRun run = run_of("q Q0 c 1 9 t\nq Q0 a 1 5 t\nq Q0 b 1 5 t\nq Q0 f 1 5 t\n");
  const RunRanks ranks = rank_run(qrels, run);
  EXPECT_EQ(ranks.ranks.groups, (std::vector<TieGroup>{{0, 1, 1}, {1, 3, 2}}));
  EXPECT_EQ(ranks.ranks.gains, (std::vector<double>{2, 3, 1, 4, 1}));
  validate(ranks.ranks);
}

TEST(RankRun, RefusesMoreDocumentsThanItems) {
  const Qrels qrels = qrels_of("q 0 a 1\nq 0 b 1\n");
  const TrecRun run = run_of("q Q0 a 1 5 t\nq Q0 x 2 4 t\n");
  EXPECT_EQ(message_of([&] { rank_run(qrels, run, {.items = 2}); }),
            "rank_run: expected at most 2 items; got 2 retrieved and 1 other relevant ones for "
            "query 'q'");
}

TEST(RankRun, AgreesWithSortingOnRandomRunsForAnyNumberOfThreads) {
  const CounterRandom random(15);
  for (std::uint32_t round = 0; round < 60; ++round) {
    std::uint32_t drawn = 0;
    const auto draw = [&](std::uint64_t bound) { return random.below(bound, round, drawn++); };
    const auto queries = 1 + draw(round % 10 == 0 ? 1500 : 12);
    const auto levels = 1 + draw(8);
    const auto grades = 1 + draw(3);
    std::string qrels_text;
    std::string run_text;
    for (std::uint64_t query = 0; query < queries; ++query) {
      const std::string name = "q" + std::to_string(query);
      const auto present = draw(10);
      for (std::uint64_t document = 0; document < 25; ++document) {
        // Names of many lengths, short ones and long ones.
        const std::string id = std::string(document % 3 * 5, 'd') + std::to_string(document);
        if (present != 0 && draw(3) == 0) {
          const int grade = static_cast<int>(draw(grades + 2)) - 1;
          qrels_text += name + " 0 " + id + " " + std::to_string(grade) + "\n";
        }
        if (present != 1 && draw(2) == 0) {
          const double score = static_cast<double>(draw(levels)) - 2;
          // Some scores differ by less than single precision tells.
          const char* const tail = draw(4) == 0 ? "01" : "";
          run_text += name + " Q0 " + id + " 0 " +
                      (score == 0 && draw(2) == 0 ? "-0" : std::to_string(score) + tail) + " t\n";
        }
      }
    }
    if (qrels_text.empty() || run_text.empty()) continue;
    const Qrels qrels = qrels_of(qrels_text);
    const TrecRun run = run_of(run_text);
    for (const RunTies ties : {RunTies::keep, RunTies::by_document}) {
      for (const RunQueries which : {RunQueries::judged, RunQueries::common}) {
        for (const std::uint64_t items : {0U, 60U}) {
          RankRunOptions options{.ties = ties, .queries = which, .items = items, .threads = 1};
          const RunRanks expected = ranked_by_sorting(qrels, run, options);
          for (const unsigned threads : {1U, 2U, 7U}) {
            options.threads = threads;
            const RunRanks ranks = rank_run(qrels, run, options);
            validate(ranks.ranks);
            expect_same(ranks.ranks, expected.ranks);
            EXPECT_EQ(ranks.queries_missing, expected.queries_missing);
            EXPECT_EQ(ranks.queries_unjudged, expected.queries_unjudged);
            if (testing::Test::HasFailure()) FAIL() << "round " << round;
          }
        }
      }
    }
  }
}

}  // namespace
}  // namespace honestrank

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "error_message.h"
#include "expect_same_ranks.h"
#include "honestrank/base/random.h"
#include "honestrank/rankings/rank_run.h"
#include "rankings/rank_run_chunks.h"
#include "temporary_directory.h"

namespace honestrank {
namespace {

Qrels qrels_of(const std::string& text) { return parse_qrels(text, "qrels"); }

std::optional<RunRanks> ranked_in_chunks(const Qrels& qrels, const std::string& run,
                                         const RankRunOptions& options, std::size_t chunk_bytes) {
  ChunkReader reader(bytes_in_memory(run, "run"), "run", chunk_bytes);
  return rank_run_chunks(qrels, reader, options, {});
}

void expect_same(const RunRanks& a, const RunRanks& b) {
  EXPECT_EQ(a.tag, b.tag);
  EXPECT_EQ(a.queries_missing, b.queries_missing);
  EXPECT_EQ(a.queries_unjudged, b.queries_unjudged);
  testing_support::expect_same(a.ranks, b.ranks);
}

TEST(RankRunFile, GivesWhatReadingTheWholeRunGives) {
  const CounterRandom random(7);
  for (std::uint32_t round = 0; round < 40; ++round) {
    std::uint32_t drawn = 0;
    const auto draw = [&](std::uint64_t bound) { return random.below(bound, round, drawn++); };
    const auto queries = 1 + draw(30);
    const auto grades = 1 + draw(2);
    std::string qrels_text = "q0 0 d0 1\n";
    std::string run_text;
    for (std::uint64_t i = 0; i < queries; ++i) {
      const std::string query = "q" + std::to_string((7 * i) % 31);  // another order than the run's
      const auto where = draw(10);
      for (std::uint64_t document = 1; document < 1 + draw(40); ++document) {
        const std::string id = "d" + std::to_string(document);
        if (where != 0 && draw(3) == 0) {
          qrels_text += query + " 0 " + id + " " + std::to_string(draw(grades + 1)) + "\n";
        }
        if (where != 1) {
          run_text += query + " Q0 " + id + " 0 " + std::to_string(draw(9)) + " tag\n";
        }
      }
    }
    if (run_text.empty()) continue;
    const Qrels qrels = qrels_of(qrels_text);
    for (const RunQueries which : {RunQueries::judged, RunQueries::common}) {
      RankRunOptions options{.ties = round % 2 == 0 ? RunTies::keep : RunTies::by_document,
                             .queries = which,
                             .items = round % 3 == 0 ? 100U : 0U,
                             .threads = 1};
      const RunRanks expected = rank_run(qrels, parse_run(run_text, "run"), options);
      for (const std::size_t chunk_bytes : {8U, 100U, 1000U, 1000000U}) {
        for (const unsigned threads : {1U, 3U}) {
          options.threads = threads;
          const auto ranks = ranked_in_chunks(qrels, run_text, options, chunk_bytes);
          ASSERT_TRUE(ranks);
          expect_same(*ranks, expected);
        }
      }
    }
  }
}

TEST(RankRunFile, LeavesOutOfTheOrdinaryRunsToTheWholeReader) {
  const Qrels qrels = qrels_of("a 0 x 1\nb 0 y 1\n");
  const std::string apart = "a Q0 x 0 1 t\nb Q0 y 0 1 t\na Q0 y 0 2 t\nb Q0 x 0 2 t\n";
  const std::string apart_unjudged = "c Q0 x 0 1 t\na Q0 x 0 1 t\nc Q0 y 0 1 t\na Q0 y 0 1 t\n";
  const std::string twice = "a Q0 x 0 1 t\na Q0 x 0 2 t\n";
  for (const std::size_t chunk_bytes : {8U, 30U, 1000U}) {
    EXPECT_FALSE(ranked_in_chunks(qrels, apart, {}, chunk_bytes));
    EXPECT_FALSE(ranked_in_chunks(qrels, apart_unjudged, {}, chunk_bytes));
    EXPECT_FALSE(ranked_in_chunks(qrels, twice, {}, chunk_bytes));
    EXPECT_FALSE(ranked_in_chunks(qrels, apart, {.items = 1}, chunk_bytes));
    EXPECT_FALSE(ranked_in_chunks(qrels, "# nothing\n", {}, chunk_bytes));
  }
}

TEST(RankRunFile, FallsBackWithTheSameAnswersAndMessages) {
  const testing_support::TemporaryDirectory directory;
  const auto path = directory.path() / "run";
  const auto write = [&](const std::string& text) { std::ofstream(path) << text; };
  const Qrels qrels = qrels_of("a 0 x 1\nb 0 y 1\n");

  write("a Q0 x 0 1 t\nb Q0 y 0 1 t\na Q0 y 0 2 t\n");
  expect_same(rank_run_file(qrels, path), rank_run(qrels, read_run(path)));

  const auto expect_same_message = [&](const std::string& text, std::uint64_t items) {
    write(text);
    const RankRunOptions options{.items = items};
    const std::string expected =
        testing_support::message_of([&] { rank_run(qrels, read_run(path), options); });
    EXPECT_NE(expected, "");
    EXPECT_EQ(testing_support::message_of([&] { rank_run_file(qrels, path, options); }), expected);
  };
  expect_same_message("a Q0 x 0 1 t\na Q0 x 0 2 t\n", 0);
  expect_same_message("a Q0 x 0 1 t\na Q0 x 0 zwei t\n", 0);
  expect_same_message("a Q0 x 0 1 t\na Q0 y 0 1 t\n", 1);
  expect_same_message("# only a comment\n", 0);
  expect_same_message("", 0);
}

}  // namespace
}  // namespace honestrank

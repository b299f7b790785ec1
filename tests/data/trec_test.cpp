#include "honestrank/data/trec.h"

#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "data/text_parsing.h"
#include "error_message.h"
#include "gzip_text.h"
#include "honestrank/base/random.h"
#include "temporary_directory.h"

namespace honestrank {
namespace {

using testing_support::content_of;
using testing_support::gzip;
using testing_support::message_of;
using testing_support::TemporaryDirectory;
using TrecRun = honestrank::Run;  // testing::Test has a member of that name

/// Document and value of each row, by query in order of first appearance.
using Content = std::vector<std::pair<std::string, std::vector<std::pair<std::string, double>>>>;

template <typename File>
Content content(const File& file, const std::vector<double>& values) {
  Content result;
  EXPECT_EQ(file.begin.size(), file.queries.size() + 1);
  EXPECT_EQ(file.begin.back(), file.size());
  EXPECT_EQ(file.document.size(), file.size());
  for (std::size_t query = 0; query < file.queries.size(); ++query) {
    result.emplace_back(file.queries[query], std::vector<std::pair<std::string, double>>());
    for (std::size_t row = file.begin[query]; row < file.begin[query + 1]; ++row) {
      EXPECT_EQ(file.document.key(row), TextColumn::key_of(file.document[row]));
      result.back().second.emplace_back(file.document[row], values[row]);
    }
  }
  return result;
}
Content content(const Qrels& qrels) { return content(qrels, qrels.grade); }
Content content(const Run& run) { return content(run, run.score); }

std::string qrels_message(const std::string& text) {
  const std::string message = message_of([&] { parse_qrels(text, "q.txt", {.threads = 1}); });
  for (const unsigned threads : {2U, 7U}) {
    EXPECT_EQ(message_of([&] { parse_qrels(text, "q.txt", {.threads = threads}); }), message);
  }
  return message;
}

std::string run_message(const std::string& text) {
  const std::string message = message_of([&] { parse_run(text, "r.txt", {.threads = 1}); });
  for (const unsigned threads : {2U, 7U}) {
    EXPECT_EQ(message_of([&] { parse_run(text, "r.txt", {.threads = threads}); }), message);
  }
  return message;
}

TEST(ParseQrels, ReadsQueriesDocumentsAndGrades) {
  const Qrels qrels =
      parse_qrels(std::string("q1 0 d1 1\nq1 0 d2 0\nq2 0 d1 -2\nq2 Q0 d3 2.5\n"), "q");
  EXPECT_EQ(content(qrels),
            (Content{{"q1", {{"d1", 1}, {"d2", 0}}}, {"q2", {{"d1", -2}, {"d3", 2.5}}}}));
}

TEST(ParseQrels, ReadsAnyWhiteSpaceLineEndsBlankLinesAndComments) {
  const Content expected = {{"q1", {{"d1", 1}}}, {"q2", {{"d2", 3}}}};
  for (const char* text : {
           "q1\t0\td1\t1\nq2\t0\td2\t3\n",
           "q1 0 d1 1\r\nq2 0 d2 3\r\n",
           "  q1  0 \t d1   1  \n\n \t \n# comment\n   # another one\nq2 0 d2 3",
           "#q0 0 d0 1\nq1 0 d1 1\n#\nq2 0 d2 3 \r\n",
           "\xEF\xBB\xBFq1 0 d1 1\nq2 0 d2 3\n",
       }) {
    EXPECT_EQ(content(parse_qrels(std::string(text), "q")), expected) << text;
  }
}

TEST(ParseQrels, GathersTheLinesOfAQuery) {
  const Qrels qrels =
      parse_qrels(std::string("b 0 1 1\na 0 2 2\nb 0 3 3\na 0 1 4\nb 0 2 5\n"), "q");
  EXPECT_EQ(content(qrels),
            (Content{{"b", {{"1", 1}, {"3", 3}, {"2", 5}}}, {"a", {{"2", 2}, {"1", 4}}}}));
}

TEST(ParseQrels, NamesTheLineOfAFault) {
  EXPECT_EQ(qrels_message("q 0 d 1\nq 0 e\n"), "q.txt:2: expected 4 fields; got 3");
  EXPECT_EQ(qrels_message("q 0 d 1\n\n# x\nq 0 e 1 2\n"), "q.txt:4: expected 4 fields; got 5");
  EXPECT_EQ(qrels_message("q 0 d x\n"), "q.txt:1: expected a number as grade (field 4); got 'x'");
  EXPECT_EQ(qrels_message("q 0 d nan\n"),
            "q.txt:1: expected a number as grade (field 4); got 'nan'");
  EXPECT_EQ(qrels_message("q 0 d inf\n"),
            "q.txt:1: expected a number as grade (field 4); got 'inf'");
  EXPECT_EQ(qrels_message("q 0 d 1\nr 0 d 1\nq 0 e 1\nq 0 d 0\n"),
            "q.txt:4: expected each document once per query; got 'd' again for query 'q'");
  EXPECT_EQ(qrels_message(""), "q.txt: expected at least one line; got none");
  EXPECT_EQ(qrels_message("# nothing\n\n"), "q.txt: expected at least one line; got none");
  EXPECT_EQ(qrels_message(std::string("q 0 d\0 1\n", 9)),
            "q.txt:1: expected text; got a NUL byte (a binary or UTF-16 file?)");
  EXPECT_EQ(qrels_message("PK\x03\x04"),
            "q.txt: expected a text file; got a zip archive; unpack it first");
}

TEST(ParseRun, ReadsScoresAndTagAndIgnoresTheRank) {
  const TrecRun run = parse_run(std::string("q1 Q0 d1 99 1.5 bm25\nq1 Q0 d2 x -2e3 other\n"), "r");
  EXPECT_EQ(run.tag, "bm25");
  EXPECT_EQ(content(run), (Content{{"q1", {{"d1", 1.5}, {"d2", -2000}}}}));
}

TEST(ParseRun, FindsTheTagBehindCommentsAndBlanks) {
  EXPECT_EQ(parse_run(std::string("# a comment\n\n  # more\nq Q0 d 1 1 tag \t\r\n"), "r").tag,
            "tag");
}

TEST(ParseRun, KeepsInfiniteScores) {
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(
      content(parse_run(std::string("q Q0 a 1 inf t\nq Q0 b 1 -inf t\nq Q0 c 1 1e999 t\n"), "r")),
      (Content{{"q", {{"a", infinity}, {"b", -infinity}, {"c", infinity}}}}));
}

TEST(ParseRun, NamesTheLineOfAFault) {
  EXPECT_EQ(run_message("q Q0 d 1 2\n"), "r.txt:1: expected 6 fields; got 5");
  EXPECT_EQ(run_message("q Q0 d 1 2 tag\nq Q0 d 1 2 \r\n"), "r.txt:2: expected 6 fields; got 5");
  EXPECT_EQ(run_message("q Q0 d 1 nan t\n"),
            "r.txt:1: expected a number as score (field 5); got 'nan'");
  EXPECT_EQ(run_message("q Q0 d 1 high t\n"),
            "r.txt:1: expected a number as score (field 5); got 'high'");
  EXPECT_EQ(run_message("a Q0 d 1 2 t\nq Q0 d 1 2 t\nq Q0 e 1 2 t\n\na Q0 e 1 1 t\nq Q0 e 3 1 t\n"),
            "r.txt:6: expected each document once per query; got 'e' again for query 'q'");
}

/// A run of several chunks in which queries come back later.
std::string large_run(std::size_t lines, std::size_t bad_line = 0,
                      const std::string& bad_text = "") {
  std::string text = "# made for a test\n";
  for (std::size_t line = 2; line <= lines; ++line) {
    const std::size_t query = line / 50 % 700;
    text += line == bad_line   ? bad_text + "\n"
            : line % 1009 == 0 ? std::string("\n")
                               : "query-" + std::to_string(query) + " Q0 document-" +
                                     std::to_string(line) + " 1 " + std::to_string(line % 17) +
                                     "." + std::to_string(line % 10) + " run\n";
  }
  return text;
}

TEST(ParseRun, GivesTheSameForAnyNumberOfThreads) {
  const std::string text = large_run(70000);
  ASSERT_GT(text.size(), std::size_t{2} << 20);
  const TrecRun one = parse_run(text, "r", {.threads = 1});
  for (const unsigned threads : {2U, 7U}) {
    for (const std::string& bytes : {text, gzip(text)}) {
      const TrecRun run = parse_run(bytes, "r", {.threads = threads});
      EXPECT_EQ(content(run), content(one));
      EXPECT_EQ(run.tag, one.tag);
    }
  }
}

TEST(ParseRun, AgreesWithAPlainReader) {
  const std::string text = large_run(70000);
  std::istringstream stream(text);
  std::string line;
  Content expected;
  std::map<std::string, std::size_t> numbers;
  while (std::getline(stream, line)) {
    std::istringstream words(line);
    std::string query, q0, document, rank, tag;
    double score = 0;
    if (!(words >> query) || query == "#") continue;
    words >> q0 >> document >> rank >> score >> tag;
    const auto [entry, added] = numbers.emplace(query, expected.size());
    if (added) expected.emplace_back(query, std::vector<std::pair<std::string, double>>());
    expected[entry->second].second.emplace_back(document, score);
  }
  EXPECT_EQ(content(parse_run(text, "r", {.threads = 3})), expected);
}

TEST(ParseRun, NamesTheLineOfAFaultInALaterChunk) {
  EXPECT_EQ(run_message(large_run(70000, 65432, "q Q0 d 1 x t")),
            "r.txt:65432: expected a number as score (field 5); got 'x'");
  EXPECT_EQ(run_message(large_run(70000, 69001, "query-1 Q0 document-70 1 0 run")),
            "r.txt:69001: expected each document once per query; got 'document-70' again for query "
            "'query-1'");
}

TEST(ParseRun, GivesTheSameForChunksOfAnySize) {
  const std::string text =
      "q1 Q0 a 1 1 tag\nq2 Q0 b 1 2 tag\n# x\n\nq1 Q0 c 1 3 tag\nquery-three\tQ0\ta 1 4 tag\r\n"
      "q2 Q0 document-four 1 5 tag\nq1  Q0 d 1 6 tag\nq4 Q0 a 1 7 tag";
  const std::string repeated = text + "\n#\nq2 Q0 b 1 8 tag\nq1 Q0 z 1 8 tag\n";
  const TrecRun expected = parse_run(text, "r");
  for (std::size_t chunk_bytes = 3; chunk_bytes <= text.size(); ++chunk_bytes) {
    for (const unsigned threads : {1U, 2U, 7U}) {
      ChunkReader reader(bytes_in_memory(text, "r"), "r", chunk_bytes);
      const TrecRun run = run_from(reader, {.threads = threads});
      EXPECT_EQ(content(run), content(expected));
      EXPECT_EQ(run.tag, "tag");
      ChunkReader faulty(bytes_in_memory(repeated, "r"), "r", chunk_bytes);
      EXPECT_EQ(message_of([&] { run_from(faulty, {.threads = threads}); }),
                "r:11: expected each document once per query; got 'b' again for query 'q2'");
    }
  }
}

TEST(WriteQrels, GivesTheSameBack) {
  const TemporaryDirectory directory;
  const Qrels qrels = parse_qrels(std::string("b 0 1 1\na 0 2 0.1\nb 0 3 -3\na 0 1 1e300\n"), "q");
  for (const char* name : {"qrels.txt", "qrels.txt.gz"}) {
    write_qrels(directory.path() / name, qrels);
    EXPECT_EQ(content(read_qrels(directory.path() / name)), content(qrels));
  }
  EXPECT_EQ(content_of(directory.path() / "qrels.txt"),
            "b 0 1 1\nb 0 3 -3\na 0 2 0.1\na 0 1 1e+300\n");
}

TEST(WriteRun, OrdersByScoreAndCountsRanks) {
  const TemporaryDirectory directory;
  const auto path = directory.path() / "run.txt";
  const TrecRun run = parse_run(
      std::string("b Q0 x 9 1 sys\na Q0 y 9 -inf sys\nb Q0 z 9 2 sys\nb Q0 w 9 1 sys\n"), "r");
  write_run(path, run);
  EXPECT_EQ(content_of(path),
            "b Q0 z 1 2 sys\nb Q0 x 2 1 sys\nb Q0 w 3 1 sys\na Q0 y 1 -inf sys\n");
  const TrecRun again = read_run(path);
  EXPECT_EQ(again.tag, "sys");
  write_run(directory.path() / "again.txt", again);
  EXPECT_EQ(content_of(directory.path() / "again.txt"), content_of(path));
}

TEST(WriteTrec, RefusesIdsThatReadersWouldNotGiveBack) {
  const TemporaryDirectory directory;
  Qrels qrels;
  qrels.queries.add("#1");
  qrels.document.push_back("d");
  qrels.grade = {1};
  qrels.begin = {0, 1};
  EXPECT_EQ(message_of([&] { write_qrels(directory.path() / "q", qrels); }),
            "write_qrels: expected queries that do not look like comments; got '#1'");
  TrecRun run = parse_run(std::string("q Q0 d 1 1 t\n"), "r");
  run.document = TextColumn();
  run.document.push_back("a b");
  EXPECT_EQ(message_of([&] { write_run(directory.path() / "r", run); }),
            "write_run: expected ids without white space; got 'a b'");
  run.tag = "my system";
  EXPECT_EQ(message_of([&] { write_run(directory.path() / "r", run); }),
            "write_run: expected ids without white space; got 'my system'");
}

}  // namespace
}  // namespace honestrank

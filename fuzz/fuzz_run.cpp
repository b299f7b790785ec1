// Any bytes as a run: refused with an InputError, or a run that does not depend on threads and
// chunks, that survives being written and read again, and that can be ranked by judgments made of
// its own documents, as a whole or while it is read.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "data/text_parsing.h"
#include "fuzzing.h"
#include "honestrank/base/error.h"
#include "honestrank/data/trec.h"
#include "honestrank/rankings/rank_run.h"
#include "rankings/rank_run_chunks.h"

namespace {

using namespace honestrank;
using fuzzing::expect;

struct Outcome {
  std::optional<Run> run;
  std::string message;
};

Outcome parsed(std::span<const char> text, std::size_t chunk_bytes, unsigned threads) {
  try {
    ChunkReader reader(bytes_in_memory(text, "fuzz"), "fuzz", chunk_bytes);
    return {run_from(reader, {.threads = threads}), ""};
  } catch (const InputError& error) {
    return {std::nullopt, error.what()};
  }
}

bool same(const Run& a, const Run& b) {
  if (!(a.queries == b.queries) || a.begin != b.begin || a.score != b.score) return false;
  for (std::size_t row = 0; row < a.size(); ++row) {
    if (a.document[row] != b.document[row]) return false;
    if (a.document.key(row) != b.document.key(row)) return false;
  }
  return true;
}

// Writing puts the documents of a query into falling order of score; it changes nothing else, so
// writing once more gives the same.
void check_round_trip(const Run& run) {
  // Other bytes at the start of a file may be the mark of another format.
  if (!fuzzing::is_printable(run.queries[0])) return;
  static const fuzzing::ScratchFile scratch;
  try {
    write_run(scratch.path(), run);
  } catch (const InputError&) {
    return;  // an id with a carriage return
  }
  const Run ordered = read_run(scratch.path(), {.threads = 1});
  expect(ordered.queries == run.queries && ordered.begin == run.begin, "the same queries");
  expect(ordered.tag == run.tag || run.tag.empty(), "the same tag");
  write_run(scratch.path(), ordered);
  expect(same(read_run(scratch.path(), {.threads = 1}), ordered), "written and read again");
}

/// Every third document of the run is relevant, with grades 1 and 2.
Qrels judgments_of(const Run& run) {
  Qrels qrels;
  qrels.queries = run.queries;
  for (std::size_t query = 0; query < run.queries.size(); ++query) {
    for (std::size_t row = run.begin[query]; row < run.begin[query + 1]; row += 3) {
      qrels.document.push_back(run.document[row]);
      qrels.grade.push_back(row % 2 == 0 ? 1 : 2);
    }
    qrels.begin.push_back(qrels.grade.size());
  }
  return qrels;
}

void check_ranks(const Run& run) {
  const Qrels qrels = judgments_of(run);
  for (const RunTies ties : {RunTies::keep, RunTies::by_document}) {
    const RunRanks one = rank_run(qrels, run, {.ties = ties, .threads = 1});
    const RunRanks two = rank_run(qrels, run, {.ties = ties, .threads = 2});
    validate(one.ranks);
    expect(one.ranks.groups == two.ranks.groups && one.ranks.gains == two.ranks.gains,
           "the same ranks for any number of threads");
    std::uint64_t relevant = 0;
    for (std::size_t entry = 0; entry < one.ranks.size(); ++entry) {
      expect(one.ranks[entry].unranked == 0, "every document is ranked");
      relevant += one.ranks[entry].relevant();
    }
    expect(relevant == qrels.size(), "every relevant document counts once");
  }
}

/// Ranking while reading gives the same as reading first, or gives up.
void check_streaming(std::span<const char> text, std::size_t chunk_bytes, const Run& run) {
  const Qrels qrels = judgments_of(run);
  for (const unsigned threads : {1U, 2U}) {
    const RankRunOptions options{.threads = threads};
    const RunRanks whole = rank_run(qrels, run, options);
    ChunkReader reader(bytes_in_memory(text, "fuzz"), "fuzz", chunk_bytes);
    const auto streamed = rank_run_chunks(qrels, reader, options, {});
    if (!streamed) continue;
    // The tag is that of the first chunk, which is small here.
    expect(streamed->ranks.user == whole.ranks.user &&
               streamed->ranks.groups == whole.ranks.groups &&
               streamed->ranks.gains == whole.ranks.gains,
           "ranking while reading changes nothing");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const char> text = fuzzing::text_of(data, size);
  const std::size_t chunk_bytes = 3 + fuzzing::digest_of(text) % 60;
  const Outcome whole = parsed(text, kChunkBytes, 1);
  const Outcome one = parsed(text, chunk_bytes, 1);
  const Outcome two = parsed(text, chunk_bytes, 2);
  expect(one.message == two.message, "the same message for any number of threads");
  expect(whole.run.has_value() == one.run.has_value(), "chunks do not matter");
  if (!whole.run) return 0;
  expect(same(*whole.run, *one.run), "chunks do not matter");
  expect(same(*whole.run, *two.run), "threads do not matter");
  check_round_trip(*whole.run);
  check_ranks(*whole.run);
  check_streaming(text, chunk_bytes, *whole.run);
  return 0;
}

// Any bytes as a run: refused with an InputError, or a run that can be ranked by judgments made of
// its own documents, with the same ranks by one thread and by two.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "honestrank/base/error.h"
#include "honestrank/data/trec.h"
#include "honestrank/rankings/rank_run.h"

namespace {

using namespace honestrank;

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

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  try {
    const Run run = parse_run({reinterpret_cast<const char*>(data), size}, "fuzz", {.threads = 2});
    const Qrels qrels = judgments_of(run);
    for (const RunTies ties : {RunTies::keep, RunTies::by_document}) {
      const RunRanks one = rank_run(qrels, run, {.ties = ties, .threads = 1});
      const RunRanks two = rank_run(qrels, run, {.ties = ties, .threads = 2});
      validate(one.ranks);
      if (one.ranks.groups != two.ranks.groups || one.ranks.gains != two.ranks.gains) std::abort();
      for (const std::uint64_t unranked : one.ranks.unranked) {
        if (unranked != 0) std::abort();
      }
    }
  } catch (const ParseError&) {
  }
  return 0;
}

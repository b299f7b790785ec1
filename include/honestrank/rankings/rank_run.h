#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "honestrank/base/progress.h"
#include "honestrank/data/trec.h"
#include "honestrank/rankings/user_ranks.h"

namespace honestrank {

/// What becomes of documents with exactly the same score.
enum class RunTies {
  keep,         ///< tie groups, for a TiePolicy to decide
  by_document,  ///< the larger document id (byte order) first, after rounding scores to float32,
                ///< as trec_eval up to version 9 and pytrec_eval do
};

/// Which judged queries are ranked.
enum class RunQueries {
  judged,  ///< all; one that the run does not hold has all its relevant documents unranked
  common,  ///< those that the run holds too, as trec_eval does without -c
};

struct RankRunOptions {
  RunTies ties = RunTies::keep;
  RunQueries queries = RunQueries::judged;
  std::uint64_t items = 0;  ///< documents in the collection; 0: not known
  unsigned threads = 0;     ///< 0: all hardware threads
};

struct RunRanks {
  std::string tag;                     ///< of the run
  UserRanks ranks;                     ///< `user` is a number of `qrels.queries`
  std::uint64_t queries_missing = 0;   ///< judged queries that the run does not hold
  std::uint64_t queries_unjudged = 0;  ///< queries of the run without judgments; left out
};

/// Where the relevant documents (grade above 0) of each judged query stand in a run.
///
/// Relevant documents that the run does not hold are `unranked`; where `items` is known they form
/// a tie group behind the retrieved ones instead. Nothing is sorted: a query costs one pass over
/// its documents and one more per distinct score of a relevant one. Same result for any number of
/// threads.
///
/// Throws InputError if a query has more documents than `items` or a score that is NaN.
RunRanks rank_run(const Qrels& qrels, const Run& run, const RankRunOptions& options = {});

/// The same as rank_run(qrels, read_run(path), options), with the same errors, but where the lines
/// of each query stand together, as they almost always do, queries are ranked as they are read
/// and the run is never held in memory.
RunRanks rank_run_file(const Qrels& qrels, const std::filesystem::path& path,
                       const RankRunOptions& options = {}, const ProgressCallback& progress = {});

}  // namespace honestrank

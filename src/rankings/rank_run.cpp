#include "honestrank/rankings/rank_run.h"

#include <vector>

#include "honestrank/base/parallel.h"
#include "rankings/append_ranks.h"
#include "rankings/query_ranker.h"

namespace honestrank {

RunRanks rank_run(const Qrels& qrels, const Run& run, const RankRunOptions& options) {
  const bool graded = has_grades(qrels);
  constexpr std::size_t kQueries = 512;
  const std::size_t queries = qrels.queries.size();
  std::vector<UserRanks> blocks((queries + kQueries - 1) / kQueries);
  std::vector<std::uint64_t> missing(blocks.size());
  parallel_for(queries, kQueries, options.threads, [&](const Block& block) {
    QueryRanker ranker(qrels, options, graded);
    for (std::size_t query = block.begin; query < block.end; ++query) {
      if (const auto found = run.queries.find(qrels.queries[query])) {
        ranker.rank(query, {run.document, run.score, run.begin[*found], run.begin[*found + 1]});
        continue;
      }
      ++missing[block.index];
      if (options.queries == RunQueries::judged) ranker.rank_missing(query);
    }
    blocks[block.index] = std::move(ranker.ranks);
  });

  RunRanks result;
  result.tag = run.tag;
  if (graded) result.ranks.gain_begin.push_back(0);
  for (const UserRanks& block : blocks) append_ranks(block, result.ranks);
  for (const std::uint64_t count : missing) result.queries_missing += count;
  const std::uint64_t common = queries - result.queries_missing;
  result.queries_unjudged = run.queries.size() - common;
  return result;
}

}  // namespace honestrank

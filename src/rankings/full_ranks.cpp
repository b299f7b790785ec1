#include "honestrank/rankings/full_ranks.h"

#include "models/network_scores.h"
#include "rankings/callback_ranks.h"
#include "rankings/checked_task.h"
#include "rankings/dense_similarity_ranks.h"
#include "rankings/factor_ranks.h"
#include "rankings/item_ranks.h"
#include "rankings/matrix_ranks.h"
#include "rankings/sparse_similarity_ranks.h"

namespace honestrank {
namespace {

/// Hands the task to the engine for the kind of source.
struct Engine {
  const RankingTask& task;

  UserRanks operator()(const Factors& source) const { return rank_factors(source, task); }
  UserRanks operator()(const ScoreMatrix& source) const { return rank_matrix(source, task); }
  UserRanks operator()(const ItemScores& source) const { return rank_item_scores(source, task); }
  UserRanks operator()(const SparseSimilarity& source) const {
    return rank_sparse_similarity(source, task);
  }
  UserRanks operator()(const DenseSimilarity& source) const {
    return rank_dense_similarity(source, task);
  }
  UserRanks operator()(const PairNetwork& source) const {
    return rank_callback(network_callback(source), task);
  }
  UserRanks operator()(const ScoreCallback& source) const { return rank_callback(source, task); }
};

}  // namespace

UserRanks full_ranks(const ScoreSource& scores, UserItemsView held_out, UserItemsView seen,
                     const FullRanksOptions& options) {
  const RankingTask task = checked_task(scores, held_out, seen, options);
  return std::visit(Engine{task}, scores);
}

UserRanks full_ranks(const ScoreSource& scores, const Interactions& held_out,
                     const Interactions& seen, const FullRanksOptions& options) {
  const TaskLists lists(held_out, seen, options.threads);
  const RankingTask task = checked_task(scores, held_out, seen, lists, options);
  return std::visit(Engine{task}, scores);
}

}  // namespace honestrank

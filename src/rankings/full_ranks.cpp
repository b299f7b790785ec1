#include "honestrank/rankings/full_ranks.h"

#include <string>

#include "honestrank/base/error.h"
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

std::string quoted(std::string_view id) { return "'" + std::string(id) + "'"; }

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

UserRanks full_ranks(const ScoreSource& scores, const UserItems& held_out, const UserItems& seen,
                     const FullRanksOptions& options) {
  const RankingTask task = checked_task(scores, held_out, seen, options);
  return std::visit(Engine{task}, scores);
}

UserRanks full_ranks(const ScoreSource& scores, const Interactions& held_out,
                     const Interactions& seen, const FullRanksOptions& options) {
  const UserItems held_out_items = user_items(held_out, options.threads);
  const UserItems seen_items = user_items(seen, options.threads);
  if (!(held_out.users == seen.users) || !(held_out.items == seen.items)) {
    throw InputError("full_ranks: expected held-out and seen interactions with the same ids; got " +
                     std::to_string(held_out.users.size()) + " and " +
                     std::to_string(seen.users.size()) + " users, " +
                     std::to_string(held_out.items.size()) + " and " +
                     std::to_string(seen.items.size()) + " items, not all in the same order");
  }
  validate(scores);
  if (user_count(scores) != held_out.users.size() || item_count(scores) != held_out.items.size()) {
    throw InputError("full_ranks: expected scores of " + std::to_string(held_out.users.size()) +
                     " users for " + std::to_string(held_out.items.size()) + " items; got " +
                     std::to_string(user_count(scores)) + " users and " +
                     std::to_string(item_count(scores)) + " items");
  }
  const auto ids = [&](std::uint32_t user, std::uint32_t item) {
    return "user " + quoted(held_out.users[user]) + " and item " + quoted(held_out.items[item]);
  };
  const RankingTask task(held_out_items, seen_items, held_out.items.size(), options, ids);
  return std::visit(Engine{task}, scores);
}

}  // namespace honestrank

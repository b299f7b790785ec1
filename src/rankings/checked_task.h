#pragma once

#include <string>

#include "honestrank/data/interactions.h"
#include "honestrank/models/score_source.h"
#include "rankings/ranking_task.h"

namespace honestrank {

/// What a task is called in messages and in progress.
struct TaskNames {
  std::string caller = "full_ranks";
  std::string work = "ranking all items";
};

/// A task for lists whose messages name rows. Throws InputError unless source and lists are valid
/// and fit together.
RankingTask checked_task(const ScoreSource& scores, UserItemsView held_out, UserItemsView seen,
                         const FullRanksOptions& options, const TaskNames& names = {});

/// The lists of interactions, which a task refers to.
struct TaskLists {
  TaskLists(const Interactions& held_out_pairs, const Interactions& seen_pairs, unsigned threads)
      : held_out(user_items(held_out_pairs, threads)), seen(user_items(seen_pairs, threads)) {}

  UserItems held_out;
  UserItems seen;
};

/// A task for interactions, whose `lists` are given; messages name ids. Throws InputError unless
/// both have the same ids and the source has as many users and items.
RankingTask checked_task(const ScoreSource& scores, const Interactions& held_out,
                         const Interactions& seen, const TaskLists& lists,
                         const FullRanksOptions& options, const TaskNames& names = {});

}  // namespace honestrank

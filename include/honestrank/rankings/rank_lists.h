#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "honestrank/rankings/user_ranks.h"

namespace honestrank {

/// What a system retrieved for users, without the names of items: scores in any order, and which
/// scores the relevant items have. Entry i has the scores `begin[i]` up to `begin[i + 1]` and the
/// relevant items `relevant_begin[i]` up to `relevant_begin[i + 1]`.
struct ScoredLists {
  std::vector<std::uint32_t> user;
  std::vector<std::uint64_t> begin{0};
  std::vector<double> score;
  std::vector<std::uint64_t> relevant_begin{0};
  std::vector<double> relevant_score;  ///< one of the entry's scores; NaN: not retrieved
  std::vector<double> gain;            ///< of relevant items; empty: all are 1

  std::size_t size() const noexcept { return user.size(); }
};

struct RankListsOptions {
  std::uint64_t items = 0;  ///< in the catalogue; 0: not known
  unsigned threads = 0;     ///< 0: all hardware threads
};

/// Where relevant items stand in the lists: rank_run for those who have looked items up already.
/// Relevant items that were not retrieved are `unranked`, or, where `items` is known, a tie group
/// behind the list. Same result for any number of threads.
///
/// Throws InputError, naming the entry, for scores that are NaN, relevant items that have a score
/// more often than the list does, gains that are not positive, lists longer than `items`, and
/// columns that do not fit.
UserRanks rank_lists(const ScoredLists& lists, const RankListsOptions& options = {});

}  // namespace honestrank

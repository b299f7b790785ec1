#pragma once

#include <cstdint>

#include "honestrank/base/progress.h"
#include "honestrank/data/interactions.h"
#include "honestrank/data/user_items.h"
#include "honestrank/models/score_source.h"
#include "honestrank/rankings/user_ranks.h"

namespace honestrank {

/// What decided about pairs of a held-out score and an item, where the scores are factors.
struct FullRanksStatistics {
  std::uint64_t pairs = 0;   ///< all
  std::uint64_t scored = 0;  ///< the rest was known from the lengths of vectors
  std::uint64_t open = 0;    ///< of these, left open by low-precision scores
  std::uint64_t exact = 0;   ///< of these, left open by a closer look too: scored in float64
};

struct FullRanksOptions {
  unsigned threads = 0;  ///< 0: all hardware threads
  ProgressCallback progress{};
  FullRanksStatistics* statistics = nullptr;  ///< filled in where given
};

/// Where each user's held-out items stand among all items of the catalogue that the user has not
/// seen: exact, no sampling.
///
/// Items of `seen` are masked for their user, never ranked. Users without a held-out item have no
/// entry. Both lists have the users of `scores` in the order of its rows. No score matrix is ever
/// stored. The result is the same, bit for bit, for any number of threads and any instruction set.
///
/// Throws InputError if a held-out item is masked for its user, naming the first such pair and
/// their number, or if a score is NaN, naming user and item.
UserRanks full_ranks(const ScoreSource& scores, UserItemsView held_out, UserItemsView seen,
                     const FullRanksOptions& options = {});

/// The same for interactions that share their id maps with each other (as the parts of a Split
/// do), numbered as the rows of `scores`; messages name ids instead of rows.
UserRanks full_ranks(const ScoreSource& scores, const Interactions& held_out,
                     const Interactions& seen, const FullRanksOptions& options = {});

/// The plain loop that defines full_ranks: every score of every user with held-out items.
UserRanks full_ranks_reference(const ScoreSource& scores, UserItemsView held_out,
                               UserItemsView seen, const FullRanksOptions& options = {});

}  // namespace honestrank

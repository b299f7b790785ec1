#pragma once

#include "honestrank/base/progress.h"
#include "honestrank/data/interactions.h"
#include "honestrank/models/user_scores.h"
#include "honestrank/rankings/user_ranks.h"

namespace honestrank {

struct FullRanksOptions {
  unsigned threads = 0;  ///< 0: all hardware threads
  ProgressCallback progress{};
};

/// Where each user's held-out items stand among all items of the catalogue that the user has not
/// seen: exact, no sampling.
///
/// `held_out` and `seen` share their id maps with each other (as the parts of a Split do); items
/// of `seen` are masked for their user, never ranked. Users without a held-out item have no entry.
/// A held-out pair that appears more than once counts once. Nothing is sorted: one pass over the
/// scores per held-out item, memory for one user's scores per thread.
///
/// Throws InputError if a held-out item is masked for its user, naming the first such pair and
/// their number, or if a score is NaN, naming user and item.
UserRanks full_ranks(const UserScores& scores, const Interactions& held_out,
                     const Interactions& seen, const FullRanksOptions& options = {});

}  // namespace honestrank

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "honestrank/data/user_items.h"
#include "honestrank/models/score_source.h"
#include "honestrank/rankings/full_ranks.h"
#include "honestrank/rankings/user_ranks.h"

namespace honestrank {

/// Where one held-out item stands: somewhere in ranks above + 1 to above + tied, with the same
/// probability each.
struct HeldOutRank {
  std::uint64_t above = 0;  ///< eligible items with a higher score
  std::uint64_t tied = 1;   ///< eligible items with this score, this one included

  friend bool operator==(const HeldOutRank&, const HeldOutRank&) = default;
};

/// full_ranks by item: one for each of `held_out.item`, for what depends on which item it is. The
/// held-out items are scored once more, to find each one's tie group.
///
/// Throws InputError as full_ranks does, and if a callback gives a pair another score when it is
/// asked again.
std::vector<HeldOutRank> held_out_ranks(const ScoreSource& scores, UserItemsView held_out,
                                        UserItemsView seen, const FullRanksOptions& options = {});

/// full_ranks where held-out items differ in what they are worth: `gains`, one for each of
/// `held_out.item`. Throws InputError as held_out_ranks does, and unless gains are positive and
/// finite.
UserRanks graded_ranks(const ScoreSource& scores, UserItemsView held_out,
                       std::span<const double> gains, UserItemsView seen,
                       const FullRanksOptions& options = {});

}  // namespace honestrank

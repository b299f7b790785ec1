#pragma once

#include <cstdint>

#include "honestrank/data/candidate_lists.h"
#include "honestrank/data/interactions.h"
#include "honestrank/models/score_source.h"
#include "honestrank/sampling/sampled_ranks.h"

namespace honestrank {

/// Where the target of each list stands among its candidates. Lists name users and items by id;
/// `seen`, whose users and items are the rows and columns of `scores`, says how many items a user
/// has besides those seen. Repeated candidates, and the target among its own, are items like any
/// other.
///
/// The protocol of the result is SamplingProtocol::candidates, with replacement if a candidate
/// stands in a list twice: estimators take the lists as drawn uniformly. Throws InputError for ids
/// that `seen` does not have, a user with two lists, a target that the user has seen, a list
/// without candidates (ParseError, where lists know their lines), and NaN scores.
SampledRanks rank_candidates(const ScoreSource& scores, const CandidateLists& lists,
                             const Interactions& seen, unsigned threads = 0);

/// Candidates that drawing would have left out, and how many users have them.
struct KnownCandidates {
  std::uint64_t seen = 0;
  std::uint64_t seen_users = 0;
  std::uint64_t held_out = 0;  ///< held out for the user, and not the target of the list
  std::uint64_t held_out_users = 0;
};

/// Counts candidates that their user has seen, and those that are held out beside the target. Ids
/// say who is who: `seen` and `held_out` may know others than the lists, or be empty. A candidate
/// that stands in a list twice counts twice.
KnownCandidates known_candidates(const CandidateLists& lists, const Interactions& seen,
                                 const Interactions& held_out);

}  // namespace honestrank

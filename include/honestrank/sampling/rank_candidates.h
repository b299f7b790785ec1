#pragma once

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
/// without candidates, and NaN scores.
SampledRanks rank_candidates(const ScoreSource& scores, const CandidateLists& lists,
                             const Interactions& seen, unsigned threads = 0);

}  // namespace honestrank

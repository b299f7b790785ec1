#pragma once

#include <string>
#include <vector>

#include "honestrank/data/candidate_lists.h"
#include "honestrank/data/interactions.h"

namespace honestrank::cli {

/// Candidates that their users have seen in train, or that are held out for them as well. Either
/// may be empty.
std::vector<std::string> known_candidate_warnings(const CandidateLists& lists,
                                                  const Interactions& seen,
                                                  const Interactions& held_out);

/// Where given lists and interactions do not fit together, with the file that lists are from.
std::vector<std::string> candidate_warnings(const CandidateLists& lists, const Interactions& seen,
                                            const Interactions& held_out);

}  // namespace honestrank::cli

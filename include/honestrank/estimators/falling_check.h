#pragma once

#include <cstdint>

#include "honestrank/estimators/rank_distribution.h"

namespace honestrank {

struct FallingCheckOptions {
  FallingShape shape = FallingShape::any;
  std::uint32_t draws = 99;  ///< of as many users as there are
  std::uint64_t seed = 42;
  unsigned threads = 0;  ///< 0: all hardware threads
};

/// Whether users were seen where a distribution of the shape lets them be seen:
/// the share of samples of users, drawn from the one that learn_monotone_mle finds, which fit such
/// a distribution as badly as `counts` or worse. How badly is told by the likelihood that learn_mle
/// gains on learn_monotone_mle; of `counts`, on any distribution that falls, so that learning which
/// was ended early is not taken for a contradiction.
///
/// Adaptive samples are drawn as those of `counts` seem to have been: doubled until as many items
/// stood above as above every user with less than the largest sample. NaN where sizes differ in
/// another way, or where the counts cannot be. Throws InputError as learn_mle does.
double falling_p_value(const SampledCounts& counts, const FallingCheckOptions& options = {});

}  // namespace honestrank

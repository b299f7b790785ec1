#pragma once

#include <cstdint>

#include "honestrank/sampling/sampling_model.h"

namespace honestrank::sampling {

/// How many of `drawn` items are marked where `marked` of `all` are: binomial or hypergeometric.
/// Nothing may be drawn from nothing, and without replacement no more than there is. `marked` may
/// lie between whole numbers as point_probabilities.h allows.
CountDistribution count_distribution(std::uint64_t drawn, double marked, double all,
                                     Replacement replacement);

}  // namespace honestrank::sampling

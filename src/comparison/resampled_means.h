#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "honestrank/comparison/resampling_options.h"

namespace honestrank::comparison {

/// Means over users drawn with replacement, as many as there are: `resamples` times `columns`
/// numbers, all columns of a resample together. `values` has the columns of a user together, none
/// of them NaN. Who is drawn depends on seed, resample and draw alone, so that all columns see the
/// same users.
std::vector<double> resampled_means(std::span<const double> values, std::size_t columns,
                                    const ResamplingOptions& options);

}  // namespace honestrank::comparison

#pragma once

#include <cstdint>
#include <span>

#include "honestrank/comparison/resampling_options.h"

namespace honestrank {

struct RandomisationTest {
  double p_value = 0;            ///< two-sided; NaN without a difference
  double monte_carlo_error = 0;  ///< standard error of the p-value; 0 where it is exact
  std::uint64_t resamples = 0;   ///< signs that were tried
  bool exact = false;            ///< these were all there are
};

/// Fisher's randomisation test of the mean: how often is it as far from 0 where the two values of
/// each user are swapped at random? All swaps are tried where there are no more than `resamples`;
/// else so many are drawn, and the p-value is (1 + as far) / (1 + resamples). NaN are left out,
/// users with equal values need no swap.
///
/// Draws are a function of seed, resample and place: the same bits for any number of threads. Cost:
/// a step for eight users who differ and a resample. Throws InputError for fewer than 100
/// resamples.
RandomisationTest randomisation_test(std::span<const double> differences,
                                     const ResamplingOptions& options = {});

/// The plain loop that defines what is drawn: one sign after the other.
RandomisationTest randomisation_test_reference(std::span<const double> differences,
                                               const ResamplingOptions& options = {});

}  // namespace honestrank

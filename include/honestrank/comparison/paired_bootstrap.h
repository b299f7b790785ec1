#pragma once

#include <cstdint>
#include <span>

#include "honestrank/comparison/resampling_options.h"

namespace honestrank {

struct PairedBootstrap {
  double mean = 0;            ///< of the differences; NaN without any
  double standard_error = 0;  ///< standard deviation of the resampled means; NaN below two users
  double low = 0;             ///< 95 % interval, BCa (Efron 1987)
  double high = 0;
  double p_value = 0;  ///< how often a resampled mean is as far from the mean as the mean from 0
  double bias_correction = 0;  ///< z0 of BCa
  double acceleration = 0;     ///< a of BCa, from the jackknife
  std::uint64_t users = 0;
  std::uint64_t resamples = 0;
  bool corrected = false;  ///< false: all resampled means lie on one side of the mean, and the
                           ///< interval is that of plain percentiles
};

/// Paired bootstrap of the mean difference: users are drawn with replacement, as many as there are.
/// NaN are left out. The p-value is that of the shifted bootstrap, (1 + as far) / (1 + resamples).
///
/// Draws are a function of seed, resample and place: the same bits for any number of threads. Cost:
/// a random number and an addition for each user and resample. Throws InputError for fewer than 100
/// resamples.
PairedBootstrap paired_bootstrap(std::span<const double> differences,
                                 const ResamplingOptions& options = {});

}  // namespace honestrank

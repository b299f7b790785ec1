#pragma once

#include <cstdint>

/// Point probabilities to about 1e-14 (relative) for numbers up to 10^15: Loader's method ("Fast
/// and accurate computation of binomial probabilities", 2000), in which nothing large cancels.
namespace honestrank::sampling {

/// Probability of `successes` in `trials` where each succeeds with probability `share` and fails
/// with probability `rest`, both given so that neither is the difference of two numbers near 1.
double binomial_probability(std::uint64_t successes, std::uint64_t trials, double share,
                            double rest);

/// Probability of `marked` marked ones among `drawn` that are drawn without replacement from `all`,
/// of which `all_marked` are marked.
double hypergeometric_probability(std::uint64_t marked, std::uint64_t drawn,
                                  std::uint64_t all_marked, std::uint64_t all);

}  // namespace honestrank::sampling

#pragma once

/// Point probabilities to about 1e-14 (relative) for numbers up to 10^15: Loader's method ("Fast
/// and accurate computation of binomial probabilities", 2000), in which nothing large cancels.
/// Numbers of successes are whole; numbers of trials and of marked items may lie between whole
/// numbers where they and the failures are above 16: the probabilities are smooth functions of
/// them.
namespace honestrank::sampling {

/// Probability of `successes` in `trials` where each succeeds with probability `share` and fails
/// with probability `rest`, both given so that neither is the difference of two numbers near 1.
double binomial_probability(double successes, double trials, double share, double rest);

/// Probability of `marked` marked ones among `drawn` that are drawn without replacement from `all`,
/// of which `all_marked` are marked.
double hypergeometric_probability(double marked, double drawn, double all_marked, double all);

}  // namespace honestrank::sampling

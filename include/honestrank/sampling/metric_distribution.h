#pragma once

#include <span>
#include <vector>

#include "honestrank/sampling/expect.h"

namespace honestrank {

/// A value that a user's sampled metric can have, and how likely it is.
struct ValueProbability {
  double value = 0;
  double probability = 0;
};

/// The full distribution of every sampled metric, values rising: what a user's metric comes to over
/// all samples that could be drawn, each user who counts as likely as any other. Values closer than
/// 1e-12 are one. Its mean is that of expect_sampled (for gauc: with equal weights).
///
/// Throws InputError as expect_sampled does, and for metrics with more than a million values: with
/// several relevant items, and without a cut-off, their number grows as a power of the samples.
std::vector<std::vector<ValueProbability>> sampled_distributions(const UserRanks& ranks,
                                                                 std::span<const Metric> metrics,
                                                                 const ExpectOptions& options = {});

}  // namespace honestrank

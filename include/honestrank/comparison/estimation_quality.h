#pragma once

#include <span>
#include <vector>

namespace honestrank {

/// The values of several metrics, in an order that all who are compared share.
using MetricValues = std::vector<double>;

/// A mean over repeats of a sample.
struct MeanOverRepeats {
  double mean = 0;
  double standard_error = 0;  ///< NaN for one repeat
};

/// How far estimates are from the truth: the mean over metrics of |estimate - truth| / truth, as
/// Li, Jin et al. (AAAI 2023) score estimators over the cut-offs 1 to 50, then over repeats.
///
/// Throws InputError for no repeat or metric, other numbers of metrics than the truth has, values
/// that are not finite, and a truth that is not above 0.
MeanOverRepeats relative_error(std::span<const MetricValues> repeats, const MetricValues& truth);

/// How often estimates find the best model: for each metric the share of repeats in which the model
/// with the largest estimate has the largest true value. `estimates[model][repeat]` and
/// `truth[model]` have the values. Where several estimates are the largest, each of their models is
/// found as often as the others.
///
/// Throws InputError for fewer than two models, no repeat or metric, numbers that differ, and
/// values that are not finite.
std::vector<double> right_winners(std::span<const std::vector<MetricValues>> estimates,
                                  std::span<const MetricValues> truth);

}  // namespace honestrank

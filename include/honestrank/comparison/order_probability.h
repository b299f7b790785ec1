#pragma once

#include <span>
#include <vector>

#include "honestrank/comparison/estimation_quality.h"
#include "honestrank/comparison/resampling_options.h"
#include "honestrank/sampling/expect.h"

namespace honestrank {

/// Probability that a normal number with this mean and standard deviation is above 0; without
/// spread 0, 1, or 0.5 where the mean is 0. With a mean difference over users and its standard
/// error: how sure the order of two models is.
double order_probability(double difference, double standard_error);

/// Probability that a sampled or corrected metric of the first model comes out above that of the
/// second, where samples are drawn for each model on its own: from the mean and the standard
/// deviation over all that could be drawn, which are those of a mean over many users, so normal.
/// Where both models meet the same items, as `sample` draws them, errors are shared and the order
/// is surer.
double order_probability(const ExpectedMetric& first, const ExpectedMetric& second);

/// For each metric the share of repeats in which the first model has the larger value; an equal one
/// counts half. Krichene & Rendle (KDD 2020), Table 4, is the share of the order that the metric
/// over all items has. Throws InputError for no repeat and for numbers that differ.
std::vector<double> order_over_repeats(std::span<const MetricValues> first,
                                       std::span<const MetricValues> second);

/// Probability that each model is the best: the share of samples of users, drawn with replacement,
/// in which its mean is the largest; equal ones share. `values[model][user]`; users without a value
/// of every model are left out. Of more than 65,536 users, groups are weighed at random instead of
/// drawing users, which comes to the same. NaN where nobody is left. Throws InputError for no
/// model, numbers of users that differ and fewer than 100 resamples.
std::vector<double> winner_probabilities(std::span<const std::vector<double>> values,
                                         const ResamplingOptions& options = {});

/// The same where samples of items are drawn for each model on its own: of independent normal
/// numbers with the means and standard deviations of `metrics`, one of each model, drawn
/// `resamples` times. Of two models it is their order_probability, and nothing is drawn.
std::vector<double> winner_probabilities(std::span<const ExpectedMetric> metrics,
                                         const ResamplingOptions& options = {.resamples = 100'000});

}  // namespace honestrank

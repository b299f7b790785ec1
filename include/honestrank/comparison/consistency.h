#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "honestrank/comparison/resampling_options.h"
#include "honestrank/estimators/estimate.h"
#include "honestrank/metrics/metric.h"
#include "honestrank/rankings/user_ranks.h"

namespace honestrank {

struct ConsistencyOptions {
  std::vector<std::uint64_t> samples{1, 10, 100, 1000};  ///< items drawn for a user, rising
  Replacement replacement = Replacement::with;
  CorrectionOptions correction{};
  unsigned threads = 0;  ///< 0: all hardware threads
  /// Of winner probabilities of more than two models: draws of a sample of each.
  std::uint32_t resamples = ResamplingOptions{}.resamples;
  std::uint64_t seed = ResamplingOptions{}.seed;
};

/// What a metric, sampled and corrected, comes to for one model and each number of samples.
struct ConsistencyCurve {
  std::size_t model = 0;
  std::size_t metric = 0;
  std::size_t estimator = 0;
  double exact = 0;                          ///< the metric over all items
  std::vector<double> value{};               ///< mean over all samples that could be drawn
  std::vector<double> standard_deviation{};  ///< over these
  /// That the model comes out best of all in one sample of each, as `right_probability` for pairs.
  std::vector<double> winner_probability{};
};

/// A number of samples from which on the order in expectation is the other one; a tie, be it for
/// several numbers of samples, is no order.
struct OrderFlip {
  std::uint64_t samples = 0;
  bool to_right = false;  ///< to the order over all items
};

/// How well a metric, sampled and corrected, tells two models apart.
struct PairConsistency {
  std::size_t first = 0;
  std::size_t second = 0;
  std::size_t metric = 0;
  std::size_t estimator = 0;
  double exact_difference = 0;              ///< first minus second, over all items
  std::vector<double> difference{};         ///< in expectation, for each number of samples
  std::vector<double> right_probability{};  ///< that one sample, drawn for each model on its own,
                                            ///< orders them as all items do; the quantity of
                                            ///< Krichene & Rendle's Table 4
  std::vector<OrderFlip> flips{};           ///< between the least and the largest number of samples
  /// From so many samples on, up to the largest number that was looked at, the order in
  /// expectation is right; none: not even there.
  std::optional<std::uint64_t> right_from{};
};

struct Consistency {
  std::vector<std::uint64_t> samples;
  std::vector<ConsistencyCurve> curves;  ///< by metric, then estimator, then model
  std::vector<PairConsistency> pairs;    ///< by metric, then estimator, then pair
};

/// Whether sampled metrics order models as metrics over all items do (Krichene & Rendle, KDD 2020,
/// Figures 2 and 6): exact expectations from where relevant items stand, no sample is drawn. Flips
/// are found to the sample where there is no more than one between two neighbouring numbers of
/// `samples`.
///
/// Throws InputError as expect_estimates and winner_probabilities do; for fewer than two models, no
/// metric or estimator, and samples that do not rise.
Consistency analyse_consistency(std::span<const UserRanks> models, std::span<const Metric> metrics,
                                std::span<const Estimator> estimators,
                                const ConsistencyOptions& options = {});

}  // namespace honestrank

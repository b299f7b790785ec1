#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "honestrank/comparison/multiple_comparisons.h"
#include "honestrank/comparison/paired_difference.h"
#include "honestrank/comparison/resampling_options.h"
#include "honestrank/comparison/slices.h"

namespace honestrank {

/// Paired tests of no difference between two models; docs/comparing.md says what each asks.
enum class PairedTest {
  t,              ///< Student's, of the mean
  wilcoxon,       ///< signed ranks
  sign,           ///< wins against losses
  randomisation,  ///< of the mean, with values swapped at random
  bootstrap,      ///< of the mean, over users drawn at random
};

/// Reads `t`, `wilcoxon`, `sign`, `randomisation`, `bootstrap`; also `randomization`,
/// `permutation`. Throws InputError for anything else.
PairedTest parse_paired_test(std::string_view name);
std::string_view to_string(PairedTest test);

/// One model's values of one metric.
struct ModelValues {
  std::string model;
  std::string metric;
  std::string estimator = "exact";
  std::vector<double> values;     ///< one a user, in an order that all share; NaN: none
  std::vector<double> repeats{};  ///< the metric in each of several samples; empty: none
};

struct CompareOptions {
  std::vector<PairedTest> tests{PairedTest::t};
  Correction correction = Correction::holm;
  std::string against{};  ///< the model that others are compared with; empty: all pairs
  bool winner = true;
  ResamplingOptions resampling{};
};

/// A model's mean over the users of a group.
struct GroupMean {
  std::string model;
  std::string metric;
  std::string estimator;
  std::string slice;  ///< empty: all users
  std::string group;
  double value = 0;  ///< NaN without users
  double standard_error = 0;
  double low = 0;  ///< 95 % interval (Student's t), not cut to the metric's range
  double high = 0;
  std::uint64_t users = 0;
  std::optional<double> winner_probability;  ///< that it is the best of all models
};

/// Two models, user by user.
struct ModelComparison {
  std::string model;
  std::string against;
  std::string metric;
  std::string estimator;
  std::string slice;  ///< empty: all users
  std::string group;
  PairedTest test = PairedTest::t;
  PairedDifference difference;  ///< model less against; the interval is BCa for `bootstrap`
  double p_value = 0;
  double adjusted_p_value = 0;
  double order_probability = 0;          ///< that `model` is better where users are drawn anew
  std::uint64_t repeats = 0;             ///< of samples; 0: none, and the next number is not known
  double repeat_order = 0;               ///< share of repeats in which `model` has the larger value
  std::vector<std::string> diagnostics;  ///< anything that limits trust
};

struct Comparison {
  std::vector<GroupMean> means;              ///< by slice, group, metric, estimator, model
  std::vector<ModelComparison> comparisons;  ///< by test, slice, group, metric, estimator, pair
  Correction correction = Correction::holm;
  std::uint64_t family = 0;  ///< comparisons that each test's correction is for
};

/// Compares models metric by metric, over all users and over the groups of `slices`.
///
/// `values` are those of every model for every pair of metric and estimator. The comparisons of one
/// test, those of groups included, are one family for the correction. The same bits for any
/// number of threads.
///
/// Throws InputError for fewer than two models, a metric that a model lacks, numbers of users that
/// differ, `against` that is no model and as the tests do.
Comparison compare_models(std::span<const ModelValues> values, const CompareOptions& options = {},
                          std::span<const UserSlice> slices = {});

}  // namespace honestrank

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "estimators/correction.h"
#include "estimators/metric_parts.h"
#include "estimators/rank_cells.h"
#include "estimators/sampled_mixture.h"
#include "honestrank/estimators/estimator.h"

namespace honestrank::estimators {

bool learns_by_mes(const Estimator& estimator);

/// Whether both learn the same rank distribution from the same counts.
bool learn_alike(const Estimator& one, const Estimator& other);

/// How finely ranks are cut for values; error bars take coarse cells.
CellSize cell_size(const Estimator& estimator);

/// Learns where relevant items stand, and reads metrics off that: for counts of users who were all
/// sampled alike. What depends on the samples alone is worked out once.
class RankLearner {
 public:
  /// For items that were seen below no more sampled items than those of `drawn`, to read `parts`
  /// off what is learnt. Throws InputError for estimators that cannot learn from such samples.
  RankLearner(std::span<const Estimator> estimators, std::span<const PartsAlike> parts,
              const SampledCounts& drawn, CellSize cells);

  RankDistribution learn(const Estimator& estimator, const UserCounts& counts) const;

  /// Of every part.
  struct Readings {
    std::vector<double> values;
    double condition = 0;  ///< of the equations of a table, which is positive definite; 0: none
    /// The estimator's table has no value for some sampled number that was seen, since under the
    /// distribution it cannot be: values are read off the distribution itself.
    bool without_table = false;
  };
  /// What the relevant item number `order` adds on average, where `learnt` says how many irrelevant
  /// items are above it; `users` is how many users of equal weight `counts` are worth.
  Readings read(const Estimator& estimator, const RankDistribution& learnt,
                const UserCounts& counts, double users, std::span<const MetricPart> parts,
                std::uint64_t order) const;

 private:
  void make_rows(std::span<const PartsAlike> parts);
  SampledRows rows_of(const RankDistribution& learnt) const;

  SamplingModel model_;  ///< of the smallest samples
  SampledMixture mixture_;
  std::optional<SampledRows> all_;         ///< all ranks alike; for estimators with a table
  std::vector<std::size_t> cell_of_node_;  ///< of `all_`
};

}  // namespace honestrank::estimators

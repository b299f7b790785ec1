#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "honestrank/models/score_source.h"
#include "rankings/factor_columns.h"

namespace honestrank::sampling {

/// Scores of pairs, as rankings define them: a user's bias takes no part. Holds a reference; any
/// number of threads at once, where the source takes them.
class PairScores {
 public:
  explicit PairScores(const ScoreSource& source);

  /// Whether the pairs of many users should be asked for at once.
  bool in_batches() const { return std::holds_alternative<ScoreCallback>(source_); }
  /// Whether several threads may ask.
  bool concurrent() const;

  void score(std::span<const std::uint32_t> users, std::span<const std::uint32_t> items,
             std::span<double> scores) const;

  /// Scores of one user that are good enough to be compared with `thresholds`: each is above, below
  /// or equal to each of them as the score itself is. Factors are multiplied in float32, and again
  /// in float64 where that is too close to a threshold to tell; `rough` is room for that.
  void score_around(std::span<const double> thresholds, std::uint32_t user,
                    std::span<const std::uint32_t> items, std::span<double> scores,
                    std::vector<float>& rough) const;

 private:
  const ScoreSource& source_;
  std::optional<FactorColumns> factors_;
  double longest_item_ = 0;  ///< at least the length of every item's factors
};

}  // namespace honestrank::sampling

#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "honestrank/models/score_source.h"
#include "rankings/factor_columns.h"

namespace honestrank::sampling {

/// Scores of pairs, as rankings define them: a user's bias takes no part. Holds a reference.
class PairScores {
 public:
  explicit PairScores(const ScoreSource& source);

  /// Whether the pairs of many users should be asked for at once.
  bool in_batches() const { return std::holds_alternative<ScoreCallback>(source_); }
  /// Whether several threads may ask.
  bool concurrent() const;

  void score(std::span<const std::uint32_t> users, std::span<const std::uint32_t> items,
             std::span<double> scores) const;

 private:
  const ScoreSource& source_;
  std::optional<FactorColumns> factors_;
};

}  // namespace honestrank::sampling

#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <variant>
#include <vector>

#include "honestrank/models/score_source.h"
#include "rankings/factor_columns.h"
#include "sampling/rounded_items.h"

namespace honestrank::sampling {

/// Whether several threads may ask for scores at once.
bool takes_threads(const ScoreSource& source);

/// Scores of pairs, as rankings define them: a user's bias takes no part. Holds a reference; any
/// number of threads at once, where the source takes them.
class PairScores {
 public:
  /// `pairs` rough scores will be asked for, more or less: where they are many, items are rounded
  /// first; none: what is asked for is worked out exactly.
  PairScores(const ScoreSource& source, std::uint64_t pairs);

  /// Whether the pairs of many users should be asked for at once.
  bool in_batches() const { return std::holds_alternative<ScoreCallback>(source_); }
  void score(std::span<const std::uint32_t> users, std::span<const std::uint32_t> items,
             std::span<double> scores) const;

  /// Asks for what the scores of a user with a few items will soon need.
  void fetch(std::uint32_t user, std::span<const std::uint32_t> items) const;

  /// Room for the scores of one user.
  struct Room {
    RoundedItems::Room rounded;
    std::vector<float> products;
  };

  /// Scores of one user that are good enough to be compared with `thresholds`: each is above, below
  /// or equal to each of them as the score itself is. Factors are multiplied in integers or
  /// float32, and again in float64 where that is too close to a threshold to tell.
  void score_around(std::span<const double> thresholds, std::uint32_t user,
                    std::span<const std::uint32_t> items, std::span<double> scores,
                    Room& room) const;

 private:
  double rough_products(std::uint32_t user, std::span<const std::uint32_t> items,
                        std::span<double> products, Room& room) const;

  const ScoreSource& source_;
  std::optional<FactorColumns> factors_;
  std::optional<RoundedItems> rounded_;
  double longest_item_ = 0;  ///< at least the length of every item's factors
};

}  // namespace honestrank::sampling

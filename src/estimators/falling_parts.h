#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "honestrank/estimators/rank_distribution.h"

namespace honestrank::estimators {

/// Distributions over ranks of which all distributions of a shape are mixtures.
class FallingParts {
 public:
  virtual ~FallingParts() = default;

  /// Where to start from: weights that say as much of each rank, however ranks share cells. Their
  /// sum is about the number of ranks.
  virtual std::vector<double> first_weights() const = 0;

  /// Adds the probabilities of cells in the mixture with these weights.
  virtual void spread(std::span<const double> weights, std::span<double> probability) const = 0;

  /// The mean of `gain`, which ranks of a cell have in common, for every part.
  virtual std::vector<double> means(std::span<const double> gain) const = 0;
};

/// Keeps a reference to `cells`. Those of the shape `peaked` rise up to the last rank of
/// `rising` cells, and are as those of the shape `any` behind them.
std::unique_ptr<const FallingParts> falling_parts(FallingShape shape,
                                                  const std::vector<RankCell>& cells,
                                                  std::size_t rising = 0);

}  // namespace honestrank::estimators

#pragma once

#include <cstdint>
#include <vector>

#include "honestrank/estimators/rank_distribution.h"

namespace honestrank::estimators {

/// The most sampled items that any user of a size was seen below; all, where nothing is said of
/// users.
std::uint64_t most_above(const SampledCounts::Size& size);

/// How finely ranks are cut.
enum class CellSize {
  finest,  ///< shorter, and one rank each up to 32,768: what mes minimises shows cells
  fine,
  coarse,  ///< five times as long, also where there are few ranks: for error bars
};

/// Cells, without probabilities, for ranks 1 to irrelevant + 1 and the largest samples: see
/// learn_mle.
///
/// With t the share of items above, the divergence of two binomial distributions is at most
/// samples (dt)^2 / (t (1 - t)), so that by Pinsker's inequality they differ by at most
/// dt sqrt(samples / (2 t (1 - t))) in total variation; and by at most samples dt, drawn from the
/// same uniform numbers. A cell is as long as one of the bounds allows, and no longer than a
/// fiftieth of its rank, so that cut-offs fall into short cells. Without replacement sampled ranks
/// vary less, as if more items were drawn: the second bound holds as it is, the first is taken for
/// samples / (1 - samples / irrelevant).
std::vector<RankCell> rank_cells(const SampledCounts& counts, CellSize size = CellSize::fine);

}  // namespace honestrank::estimators

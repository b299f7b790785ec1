#pragma once

#include <cstddef>

#include "honestrank/models/score_source.h"
#include "rankings/ranking_task.h"
#include "rankings/score_filter.h"

namespace honestrank {

/// How scores are filtered. Whatever is set here, the ranks are the same: for tests and benchmarks.
struct FactorTuning {
  enum class Filter { automatic, bytes, shorts, floats };
  Filter filter = Filter::automatic;
  std::size_t head = 0;  ///< rotated columns for `bytes`; 0: all columns, unrotated
  /// Items are prepared for the filter in parts that take no more than this, or 64 at a time.
  std::size_t memory = std::size_t{128} << 20;
  std::size_t block_rows = kBlockRows;  ///< held-out items that are counted together, at most
};

/// full_ranks for factors. The users' biases take no part.
///
/// Items are scored in panels, against a threshold: a cheap filter with a proven bound on its error
/// decides about nearly all pairs, a closer look about most of the rest, and the definition, a
/// float64 sum, about what is left. Long item vectors come first, so that where vectors differ in
/// length most panels need not be scored at all.
UserRanks rank_factors(const Factors& factors, const RankingTask& task,
                       const FactorTuning& tuning = {});

}  // namespace honestrank

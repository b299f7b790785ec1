#pragma once

#include <cstddef>
#include <span>

#include "honestrank/data/user_items.h"
#include "honestrank/rankings/full_ranks.h"
#include "rankings/factor_columns.h"
#include "rankings/item_panels.h"
#include "rankings/score_filter.h"

namespace honestrank {

/// How much is worked on at a time; the counts do not depend on it.
struct WorkSize {
  std::size_t memory;      ///< bytes of prepared panels; at least one is prepared
  std::size_t block_rows;  ///< rows of a block, 1 to kBlockRows
};

/// Fills `above` and `equal` of every row, whose user, threshold and length are set, the rest 0;
/// the items of `seen` do not count.
FullRanksStatistics count_factor_rows(const FactorColumns& factors, const ItemPanels& panels,
                                      ScoreFilter& filter, UserItemsView seen,
                                      std::span<FactorRow> rows, const WorkSize& size,
                                      const FullRanksOptions& options);

}  // namespace honestrank

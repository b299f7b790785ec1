#pragma once

#include <cstddef>
#include <span>

#include "honestrank/data/user_items.h"
#include "honestrank/rankings/full_ranks.h"
#include "rankings/factor_columns.h"
#include "rankings/item_panels.h"
#include "rankings/score_filter.h"

namespace honestrank {

/// Fills `above` and `equal` of every row, whose user, threshold and length are set, the rest 0;
/// the items of `seen` do not count. Prepares as many panels at a time as fit `memory` bytes, but
/// at least one.
FullRanksStatistics count_factor_rows(const FactorColumns& factors, const ItemPanels& panels,
                                      ScoreFilter& filter, const UserItems& seen,
                                      std::span<FactorRow> rows, std::size_t memory,
                                      const FullRanksOptions& options);

}  // namespace honestrank

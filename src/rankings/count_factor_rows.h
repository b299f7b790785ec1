#pragma once

#include <cstddef>
#include <functional>
#include <span>

#include "honestrank/data/user_items.h"
#include "honestrank/rankings/full_ranks.h"
#include "rankings/factor_columns.h"
#include "rankings/item_panels.h"
#include "rankings/score_filter.h"

namespace honestrank {

/// Fills `above` and `equal` of every row, whose user, threshold and length are set; the items of
/// `seen` do not count. `finished(rows)` is called now and then, by one worker at a time.
FullRanksStatistics count_factor_rows(const FactorColumns& factors, const ItemPanels& panels,
                                      const ScoreFilter& filter, const UserItems& seen,
                                      std::span<FactorRow> rows, unsigned threads,
                                      const std::function<void(std::size_t rows)>& finished);

}  // namespace honestrank

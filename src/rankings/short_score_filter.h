#pragma once

#include <memory>

#include "rankings/item_panels.h"
#include "rankings/score_filter.h"

namespace honestrank {

/// Filters by scores of vectors rounded to 16 bits (see ShortRounding): a band some forty times
/// narrower than that of bytes, for machines without fast byte products and where bytes are too
/// coarse.
std::unique_ptr<ScoreFilter> short_score_filter(const FactorColumns& factors,
                                                const ItemPanels& panels);

}  // namespace honestrank

#pragma once

#include <memory>

#include "rankings/item_panels.h"
#include "rankings/score_filter.h"

namespace honestrank {

/// Filters by float32 scores: for machines without fast products of small integers, and where these
/// are too coarse. Lengths must be at most 2^60.
///
/// A float32 sum of D products, in whatever order, is off by less than D 2^-24 / (1 - D 2^-24)
/// times |u| |v|, and by D 2^-149 where products are too small for float32: a band around the
/// threshold.
std::unique_ptr<ScoreFilter> float_score_filter(const FactorColumns& factors,
                                                const ItemPanels& panels);

/// How far a float32 dot product of vectors of these lengths may be from the score.
inline double float_score_error(std::size_t columns, double user_length,
                                double item_length) noexcept {
  // 1.01 covers 1 / (1 - D 2^-24) up to 2^17 columns, the float64 sum, and this product.
  const auto count = static_cast<double>(columns + 1);
  return count * (0x1p-24 * 1.01 * user_length * item_length + 0x1p-149);
}

}  // namespace honestrank

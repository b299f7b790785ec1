#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/band.h"
#include "rankings/factor_columns.h"
#include "rankings/item_panels.h"
#include "rankings/row_bands.h"

namespace honestrank {

/// Rounds vectors to integers of 16 bits, with bands as byte_score_filter explains them, without
/// rotation.
///
/// Scales are chosen by lengths: a rounded vector is at most kLongestShort long, and by Cauchy and
/// Schwarz no dot product of two, nor any part of its sum, passes 2^30.
class ShortRounding {
 public:
  ShortRounding(const FactorColumns& factors, const ItemPanels& panels) noexcept;

  /// Rounds a panel's `count` vectors, `stride` floats apart, to integers `to_stride` apart.
  kernels::BandPanel round_panel(std::size_t panel, const float* vectors, std::size_t stride,
                                 std::size_t count, std::int16_t* to, std::size_t to_stride) const;

  /// Rounds the vector of a row and sets what bands need to know of row r.
  void round_row(const FactorRow& row, const float* vector, std::int16_t* to, std::size_t r,
                 RowBands& bands) const;

 private:
  const FactorColumns& factors_;
  const ItemPanels& panels_;
  double reference_;  ///< thresholds are given in terms of this scale, the largest there is
};

}  // namespace honestrank

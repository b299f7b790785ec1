#pragma once

#include <memory>
#include <span>

#include "rankings/item_panels.h"
#include "rankings/rotation.h"
#include "rankings/score_filter.h"

namespace honestrank {

/// A way to filter, and what it is expected to cost.
struct FilterChoice {
  bool bytes = false;      ///< else float32
  Rotation rotation{};     ///< for bytes
  double nanoseconds = 0;  ///< for a pair, preparation included; only to compare choices
};

/// Chooses the filter that should be fastest for these rows: bytes or float32, and for bytes how
/// many rotated columns decide (all, unrotated, where that pays best). Tried on a sample of rows
/// and items. The choice changes the time that ranking takes, never its result.
FilterChoice choose_filter(const FactorColumns& factors, const ItemPanels& panels,
                           std::span<const FactorRow> rows, bool fast_bytes);

/// The first `head` columns of a rotation that makes them as telling as it can.
Rotation rotation_for(const FactorColumns& factors, const ItemPanels& panels,
                      std::span<const FactorRow> rows, std::size_t head);

}  // namespace honestrank

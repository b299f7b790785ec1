#pragma once

#include <memory>
#include <span>

#include "rankings/item_panels.h"
#include "rankings/rotation.h"
#include "rankings/score_filter.h"

namespace honestrank {

/// What scores are computed in to be compared with thresholds.
enum class ScoreKind { bytes, shorts, floats };

/// A way to filter, and what it is expected to cost.
struct FilterChoice {
  ScoreKind kind = ScoreKind::floats;
  Rotation rotation{};     ///< for bytes
  double nanoseconds = 0;  ///< for a pair, preparation included; only to compare choices
};

/// The filters that this machine has fast instructions for; floats it always has.
struct FastFilters {
  bool bytes = false;
  bool shorts = false;
};

/// Chooses the filter that should be fastest for these rows: bytes, integers of 16 bits or float32,
/// and for bytes how many rotated columns decide (all, unrotated, where that pays best). Tried on a
/// sample of rows and items. The choice changes the time that ranking takes, never its result.
FilterChoice choose_filter(const FactorColumns& factors, const ItemPanels& panels,
                           std::span<const FactorRow> rows, const FastFilters& fast);

/// The first `head` columns of a rotation that makes them as telling as it can.
Rotation rotation_for(const FactorColumns& factors, const ItemPanels& panels,
                      std::span<const FactorRow> rows, std::size_t head);

}  // namespace honestrank

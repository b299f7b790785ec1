#pragma once

#include <cstdint>

#include "honestrank/models/score_source.h"

namespace honestrank {

/// The definition: float64 products in the order of the columns, then the item's bias, then the
/// user's.
double factor_score(const Factors& factors, std::uint32_t user, std::uint32_t item);

}  // namespace honestrank

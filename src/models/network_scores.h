#pragma once

#include <cstdint>

#include "honestrank/models/score_source.h"

namespace honestrank {

/// The score of a pair, by the definition.
float network_score(const PairNetwork& network, std::uint32_t user, std::uint32_t item);

/// The same scores, bit for bit, for all items at a time; may be called by several threads.
ScoreCallback network_callback(const PairNetwork& network);

}  // namespace honestrank

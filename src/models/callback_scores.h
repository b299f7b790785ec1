#pragma once

#include <cstdint>
#include <span>

#include "honestrank/models/score_source.h"

namespace honestrank {

/// Calls the source's score_users once, or score_pairs with all pairs where it has no other.
/// `scores` has a place per user and item; places that are not written hold NaN.
void call_score_users(const ScoreCallback& source, std::span<const std::uint32_t> users,
                      std::span<float> scores);

/// The same for pairs: where the source has no score_pairs, all items are scored for their users,
/// `batch` users a call.
void call_score_pairs(const ScoreCallback& source, std::span<const std::uint32_t> users,
                      std::span<const std::uint32_t> items, std::span<float> scores);

}  // namespace honestrank

#pragma once

#include <cstdint>

namespace honestrank {

/// Seconds that a score costs, all threads together. The defaults are those of a factor model of 64
/// columns, 136,677 users and 20,720 items on two cores (`scripts/benchmark sampling`: 0.10 s for
/// 100 samples a user, 0.56 s for all items): ranking everything goes through far more scores a
/// second than ranking what was drawn.
struct ScoringCost {
  double sampled = 0.10 / (136'677.0 * 100);   ///< of a drawn item
  double exact = 0.56 / (136'677.0 * 20'720);  ///< of an item where all are ranked
};

/// What scores of a factor model cost on this machine: users and items with random factors are
/// sampled and ranked for a fraction of a second, and the quickest of some rounds counts. Of more
/// than 100,000 items so many are taken.
///
/// The only function of the library whose result depends on the machine. Throws InputError for
/// fewer than two items or no columns.
ScoringCost measure_scoring_cost(std::uint64_t items, std::uint32_t columns, unsigned threads = 0);

}  // namespace honestrank

#pragma once

#include <span>
#include <string_view>
#include <vector>

namespace honestrank {

/// What is done about p-values of many comparisons.
enum class Correction {
  none,
  holm,  ///< bounds the probability of any false discovery (Holm 1979)
  bh,    ///< bounds the expected share of false ones among discoveries (Benjamini & Hochberg 1995)
};

/// `none`, `holm` or `bh`. Throws InputError for anything else.
Correction parse_correction(std::string_view name);
std::string_view to_string(Correction correction);

/// p-values that may be compared with the level that all of them share, in the order given. Holm
/// steps down from the smallest with a running maximum, bh up from the largest with a running
/// minimum; nothing exceeds 1. A NaN stays one and counts as no comparison. Throws InputError for
/// numbers outside 0 to 1.
std::vector<double> adjusted_p_values(std::span<const double> p_values, Correction correction);

}  // namespace honestrank

#pragma once

#include <cstdint>
#include <span>

namespace honestrank {

/// What becomes of users with no difference; the names are scipy's.
enum class ZeroDifferences {
  wilcox,  ///< left out
  pratt,   ///< ranked with the others, then left out
  zsplit,  ///< ranked with the others, half of their ranks on either side
};

struct SignedRankTest {
  double positive_ranks = 0;  ///< sum of the ranks of positive differences
  double negative_ranks = 0;
  double z = 0;        ///< normal approximation, corrected for ties; NaN where nobody differs
  double p_value = 0;  ///< two-sided; 1 where nobody differs
  bool exact = false;  ///< from all signs that the ranks could have
};

/// Wilcoxon's signed-rank test: are differences as often and as far above 0 as below? Differences
/// are ranked by size, equal ones sharing their ranks. NaN are left out.
///
/// Up to 50 ranked differences the p-value is exact, given the ranks, also with ties; beyond it is
/// that of the normal approximation with correction for ties and none for continuity, as in
/// scipy.stats.wilcoxon. Cost: a sort.
SignedRankTest signed_rank_test(std::span<const double> differences,
                                ZeroDifferences zeros = ZeroDifferences::wilcox);

}  // namespace honestrank

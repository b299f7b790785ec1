#include "estimators/rank_cells.h"

#include <algorithm>
#include <cmath>

namespace honestrank::estimators {
namespace {

constexpr double kOfRank = 0.02;

struct Limits {
  std::uint64_t all = 16384;  ///< so many ranks are taken one by one
  std::uint64_t ends = 1000;  ///< and so many at either end
  double total_variation = 0.02;
};
constexpr Limits kCoarse{400, 200, 0.1};

/// The largest number of samples, as if they had been drawn with replacement.
double samples_with_replacement(const SampledCounts& counts) {
  std::uint64_t largest = 1;
  for (const SampledCounts::Size& size : counts.sizes) largest = std::max(largest, size.samples);
  const auto drawn = static_cast<double>(largest);
  if (counts.replacement == Replacement::with) return drawn;
  const auto all = static_cast<double>(counts.irrelevant);
  return drawn / std::max(1 - drawn / all, 1 / all);
}

std::uint64_t cell_length(std::uint64_t above, std::uint64_t irrelevant, double drawn,
                          double variation) {
  const auto all = static_cast<double>(irrelevant);
  const auto bound_at = [&](double share) { return std::sqrt(2 * share * (1 - share) / drawn); };
  const double share = static_cast<double>(above) / all;
  const double longest = std::max(1 / drawn, bound_at(share));
  // The bound holds with the least t (1 - t) of the cell: that of either end.
  const double end = std::min(1.0, share + variation * longest);
  const double sure = std::max(1 / drawn, std::min(bound_at(share), bound_at(end)));
  const double length = std::min(variation * sure * all, kOfRank * static_cast<double>(above));
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(length));
}

}  // namespace

std::vector<RankCell> rank_cells(const SampledCounts& counts, CellSize size) {
  const Limits limits = size == CellSize::coarse ? kCoarse : Limits{};
  const double samples = samples_with_replacement(counts);
  const std::uint64_t ranks = counts.irrelevant + 1;
  const bool all = ranks <= limits.all;
  std::vector<RankCell> cells;
  std::uint64_t above = 0;
  while (above < ranks) {
    std::uint64_t length = 1;
    if (!all && above >= limits.ends && above < ranks - limits.ends) {
      length = std::min(cell_length(above, counts.irrelevant, samples, limits.total_variation),
                        ranks - limits.ends - above);
    }
    cells.push_back({above + 1, length, 0});
    above += length;
  }
  return cells;
}

}  // namespace honestrank::estimators

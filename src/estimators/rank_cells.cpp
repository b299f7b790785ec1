#include "estimators/rank_cells.h"

#include <algorithm>
#include <cmath>

namespace honestrank::estimators {
namespace {

struct Limits {
  std::uint64_t all = 16384;  ///< so many ranks are taken one by one
  std::uint64_t ends = 200;   ///< and so many at either end
  double total_variation = 0.02;
  double of_rank = 0.02;
};
constexpr Limits kFinest{32768, 1000, 0.005};
constexpr Limits kCoarse{200, 100, 0.2, 0.05};

/// The largest number of samples of users who may stand where a share of the items is above, as if
/// they had been drawn with replacement. Of adaptive samples, large ones are had only by users who
/// were seen below few of them: further down, those cannot be told apart by them.
double samples_at(const SampledCounts& counts, double share) {
  double largest = 1;
  for (const SampledCounts::Size& size : counts.sizes) {
    const auto drawn = static_cast<double>(size.samples);
    const double mean = drawn * share;
    constexpr double kDeviations = 8;  // beyond, probabilities are below 1e-12
    const double least = mean - kDeviations * std::sqrt(mean) - kDeviations;
    if (least <= static_cast<double>(most_above(size))) largest = std::max(largest, drawn);
  }
  if (counts.replacement == Replacement::with) return largest;
  const auto all = static_cast<double>(counts.irrelevant);
  return largest / std::max(1 - largest / all, 1 / all);
}

std::uint64_t cell_length(std::uint64_t above, std::uint64_t irrelevant, double drawn,
                          const Limits& limits) {
  const double variation = limits.total_variation;
  const auto all = static_cast<double>(irrelevant);
  const auto bound_at = [&](double share) { return std::sqrt(2 * share * (1 - share) / drawn); };
  const double share = static_cast<double>(above) / all;
  const double longest = std::max(1 / drawn, bound_at(share));
  // The bound holds with the least t (1 - t) of the cell: that of either end.
  const double end = std::min(1.0, share + variation * longest);
  const double sure = std::max(1 / drawn, std::min(bound_at(share), bound_at(end)));
  const double length =
      std::min(variation * sure * all, limits.of_rank * static_cast<double>(above));
  return std::max<std::uint64_t>(1, static_cast<std::uint64_t>(length));
}

}  // namespace

std::uint64_t most_above(const SampledCounts::Size& size) {
  for (std::size_t i = size.users.size(); i-- > 0;) {
    if (size.users[i] > 0) return i;
  }
  return size.users.empty() ? size.samples : 0;
}

std::vector<RankCell> rank_cells(const SampledCounts& counts, CellSize size) {
  const Limits limits = size == CellSize::finest   ? kFinest
                        : size == CellSize::coarse ? kCoarse
                                                   : Limits{};
  const std::uint64_t ranks = counts.irrelevant + 1;
  const bool all = ranks <= limits.all;
  std::vector<RankCell> cells;
  std::uint64_t above = 0;
  while (above < ranks) {
    std::uint64_t length = 1;
    if (!all && above >= limits.ends && above < ranks - limits.ends) {
      const double share = static_cast<double>(above) / static_cast<double>(counts.irrelevant);
      length = std::min(cell_length(above, counts.irrelevant, samples_at(counts, share), limits),
                        ranks - limits.ends - above);
    }
    cells.push_back({above + 1, length, 0});
    above += length;
  }
  return cells;
}

}  // namespace honestrank::estimators

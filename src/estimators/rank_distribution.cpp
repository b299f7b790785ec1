#include "honestrank/estimators/rank_distribution.h"

#include <algorithm>

#include "estimators/rank_nodes.h"
#include "metrics/rank_contribution.h"

namespace honestrank {

double RankDistribution::mean(const Metric& metric) const {
  if (cells.empty()) return 0;
  const std::uint64_t irrelevant = cells.back().first + cells.back().ranks - 2;
  const metrics::RankContribution value(metric, 1, irrelevant);
  const std::uint64_t zero_from = value.zero_from(1);  // items above
  double mean = 0;
  for (const RankCell& cell : cells) {
    const std::uint64_t above = cell.first - 1;
    if (above >= zero_from) break;
    const std::uint64_t counting = std::min(cell.ranks, zero_from - above);
    const double share = static_cast<double>(counting) / static_cast<double>(cell.ranks);
    for (const auto& node : estimators::uniform_nodes(above, counting)) {
      mean += cell.probability * share * node.weight * value(1, node.above);
    }
  }
  return mean;
}

}  // namespace honestrank

#include "honestrank/estimators/rank_distribution.h"

#include <algorithm>

#include "estimators/rank_mean.h"
#include "estimators/rank_nodes.h"
#include "metrics/rank_contribution.h"

namespace honestrank {
namespace estimators {

double rank_mean(const RankDistribution& learnt, const metrics::RankContribution& value,
                 std::uint64_t order) {
  const std::uint64_t zero_from = value.zero_from(order);  // items above
  double mean = 0;
  for (const RankCell& cell : learnt.cells) {
    const std::uint64_t above = cell.first - 1;
    if (above >= zero_from) break;
    const std::uint64_t counting = std::min(cell.ranks, zero_from - above);
    const double share = static_cast<double>(counting) / static_cast<double>(cell.ranks);
    for (const auto& node : uniform_nodes(above, counting)) {
      mean += cell.probability * share * node.weight * value(order, node.above);
    }
  }
  return mean;
}

}  // namespace estimators

double RankDistribution::mean(const Metric& metric) const {
  if (cells.empty()) return 0;
  const std::uint64_t irrelevant = cells.back().first + cells.back().ranks - 2;
  return estimators::rank_mean(*this, metrics::RankContribution(metric, 1, irrelevant), 1);
}

}  // namespace honestrank

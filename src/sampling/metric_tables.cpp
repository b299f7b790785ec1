#include "sampling/metric_tables.h"

#include <algorithm>

#include "metrics/rank_contribution.h"

namespace honestrank::sampling {

MetricTables plain_tables(std::span<const Metric> metrics, std::uint64_t relevant,
                          std::uint64_t samples) {
  MetricTables tables(metrics.size(), relevant, samples);
  for (std::size_t metric = 0; metric < metrics.size(); ++metric) {
    const metrics::RankContribution contribution(metrics[metric], relevant, samples);
    for (std::uint64_t order = 1; order <= relevant; ++order) {
      const auto row = tables.values(metric, order);
      const std::uint64_t end = std::min(samples + 1, contribution.zero_from(order));
      for (std::uint64_t above = 0; above < end; ++above) {
        row[above] = contribution(order, static_cast<double>(above));
      }
    }
  }
  return tables;
}

}  // namespace honestrank::sampling

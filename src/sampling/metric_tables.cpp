#include "sampling/metric_tables.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

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

TablesOf plain_tables_of(const UserRanks& ranks, std::span<const Metric> metrics,
                         std::uint64_t samples) {
  constexpr std::uint64_t kLarge = 1U << 20;
  using Tables = std::shared_ptr<const MetricTables>;
  const auto make = [metrics, samples](std::uint64_t relevant) {
    return std::make_shared<const MetricTables>(plain_tables(metrics, relevant, samples));
  };
  std::unordered_map<std::uint64_t, Tables> shared;
  for (std::size_t entry = 0; entry < ranks.size(); ++entry) {
    const std::uint64_t relevant = ranks[entry].relevant();
    if (relevant == 0 || relevant > kLarge / (samples + 1)) continue;
    if (Tables& own = shared[relevant]; own == nullptr) own = make(relevant);
  }
  return [&ranks, make, shared = std::move(shared)](std::size_t entry) {
    const std::uint64_t relevant = ranks[entry].relevant();
    const auto found = shared.find(relevant);
    return found != shared.end() ? found->second : make(relevant);
  };
}

}  // namespace honestrank::sampling

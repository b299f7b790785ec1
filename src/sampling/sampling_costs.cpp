#include "honestrank/sampling/sampling_costs.h"

#include <algorithm>
#include <limits>

namespace honestrank {

std::vector<SamplingCost> sampling_costs(const SampledRanks& sampled, std::uint64_t enough_above) {
  constexpr auto kNone = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t first = kNone;  // of users who did not run out of items
  std::uint64_t most = 0;
  for (std::size_t entry = 0; entry < sampled.size(); ++entry) {
    if (sampled.ranks[entry].groups.empty()) continue;
    const std::uint64_t samples = sampled.samples(entry);
    most = std::max(most, samples);
    const std::uint64_t irrelevant = sampled.population[entry] - sampled.ranks[entry].relevant();
    if (sampled.replacement == Replacement::with || samples < irrelevant) {
      first = std::min(first, samples);
    }
  }
  std::vector<SamplingCost> costs;
  if (most == 0) return costs;
  std::uint64_t before = 0;
  std::uint64_t size = std::min(first, most);
  while (true) {
    SamplingCost cost{size, 0, 0, 0};
    double drawn = 0;
    for (std::size_t entry = 0; entry < sampled.size(); ++entry) {
      const UserRanking ranking = sampled.ranks[entry];
      const std::uint64_t samples = sampled.samples(entry);
      if (ranking.groups.empty() || samples <= before) continue;
      ++cost.users;
      drawn += static_cast<double>(std::min(samples, size) - before);
      if (samples <= size && ranking.groups[0].above >= enough_above) ++cost.told;
    }
    cost.cost = drawn / static_cast<double>(cost.told);
    costs.push_back(cost);
    if (size >= most) return costs;
    before = size;
    size = std::min(most, 2 * size + 1);
  }
}

std::uint64_t worthwhile_samples(std::span<const SamplingCost> costs, double items) {
  std::uint64_t largest = 0;
  for (const SamplingCost& each : costs) {
    if (each.cost < items) largest = each.samples;
  }
  return largest;
}

}  // namespace honestrank

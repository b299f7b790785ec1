#include "honestrank/sampling/sampling_costs.h"

#include <map>

namespace honestrank {

std::vector<SamplingCost> sampling_costs(const SampledRanks& sampled, std::uint64_t enough_above) {
  struct Ended {
    std::uint64_t users = 0;
    std::uint64_t told = 0;
  };
  std::map<std::uint64_t, Ended> sizes;
  std::uint64_t left = 0;
  for (std::size_t entry = 0; entry < sampled.size(); ++entry) {
    const UserRanking ranking = sampled.ranks[entry];
    if (ranking.groups.empty()) continue;
    Ended& own = sizes[sampled.samples(entry)];
    ++own.users;
    own.told += ranking.groups[0].above >= enough_above ? 1U : 0U;
    ++left;
  }
  std::vector<SamplingCost> costs;
  std::uint64_t before = 0;
  for (const auto& [samples, ended] : sizes) {
    const double drawn = static_cast<double>(left) * static_cast<double>(samples - before);
    costs.push_back({samples, left, ended.told, drawn / static_cast<double>(ended.told)});
    left -= ended.users;
    before = samples;
  }
  return costs;
}

std::uint64_t worthwhile_samples(std::span<const SamplingCost> costs, double items) {
  std::uint64_t largest = 0;
  for (const SamplingCost& each : costs) {
    if (each.cost < items) largest = each.samples;
  }
  return largest;
}

}  // namespace honestrank

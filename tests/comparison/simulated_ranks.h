#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

#include "honestrank/base/random.h"
#include "honestrank/rankings/user_ranks.h"
#include "honestrank/sampling/sampled_ranks.h"

namespace honestrank::testing_support {

/// Users with one relevant item each, at ranks with these probabilities.
inline UserRanks simulated_ranks(const std::vector<double>& probability, std::size_t users,
                                 std::uint64_t seed) {
  const CounterRandom random(seed, 4);
  UserRanks ranks;
  for (std::uint32_t user = 0; user < users; ++user) {
    double left = random.uniform(user);
    std::uint64_t above = 0;
    while (above + 1 < probability.size() && left >= probability[above]) {
      left -= probability[above];
      ++above;
    }
    ranks.user.push_back(user);
    ranks.items.push_back(probability.size());
    ranks.unranked.push_back(0);
    ranks.groups.push_back({above, 1, 1});
    ranks.group_begin.push_back(ranks.groups.size());
  }
  return ranks;
}

/// Probabilities that fall as a power of the rank.
inline std::vector<double> falling(std::uint64_t items, double power) {
  std::vector<double> probability;
  double sum = 0;
  for (std::uint64_t rank = 1; rank <= items; ++rank) {
    probability.push_back(std::pow(static_cast<double>(rank) + 5, -power));
    sum += probability.back();
  }
  for (double& each : probability) each /= sum;
  return probability;
}

/// What a sample of the same users shows.
inline SampledRanks simulated_sample(const UserRanks& ranks, std::uint64_t samples,
                                     std::uint64_t seed) {
  const CounterRandom random(seed, 6);
  SampledRanks sampled;
  sampled.ranks = ranks;
  for (std::size_t entry = 0; entry < ranks.size(); ++entry) {
    std::uint64_t above = 0;
    for (std::uint32_t i = 0; i < samples; ++i) {
      const std::uint64_t drawn = random.below(ranks.items[entry] - 1, entry, i);
      above += drawn < ranks.groups[entry].above ? 1U : 0U;
    }
    sampled.ranks.groups[entry] = {above, 1, 1};
    sampled.ranks.items[entry] = samples + 1;
    sampled.population.push_back(ranks.items[entry]);
  }
  return sampled;
}

}  // namespace honestrank::testing_support

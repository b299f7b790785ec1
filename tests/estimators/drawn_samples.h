#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "honestrank/base/random.h"
#include "honestrank/rankings/user_ranks.h"
#include "honestrank/sampling/sampled_ranks.h"

namespace honestrank::testing_support {

/// Rankings of users with 1 to `most` relevant items.
inline UserRanks random_ranks(std::uint64_t seed, std::size_t users, std::uint64_t items,
                              std::uint64_t most) {
  const CounterRandom random(seed);
  UserRanks ranks;
  for (std::uint32_t user = 0; user < users; ++user) {
    std::vector<std::uint64_t> chosen;
    const std::uint64_t relevant = 1 + random.below(most, user);
    for (std::uint32_t i = 1; chosen.size() < relevant; ++i) {
      // Most relevant items stand far up.
      const double share = random.uniform(user, i);
      const auto place =
          static_cast<std::uint64_t>(static_cast<double>(items) * share * share * share);
      if (std::find(chosen.begin(), chosen.end(), place) == chosen.end()) chosen.push_back(place);
    }
    std::sort(chosen.begin(), chosen.end());
    ranks.user.push_back(user);
    ranks.items.push_back(items);
    ranks.unranked.push_back(0);
    for (const std::uint64_t place : chosen) ranks.groups.push_back({place, 1, 1});
    ranks.group_begin.push_back(ranks.groups.size());
  }
  return ranks;
}

/// Draws the samples of every user and ranks the relevant items among them.
inline SampledRanks drawn(const UserRanks& ranks, std::uint64_t samples, Replacement replacement,
                          std::uint64_t seed) {
  const CounterRandom random(seed, 77);
  SampledRanks sampled;
  sampled.replacement = replacement;
  for (std::size_t entry = 0; entry < ranks.size(); ++entry) {
    const UserRanking full = ranks[entry];
    const std::uint64_t irrelevant = full.items - full.relevant();
    std::vector<std::uint64_t> sample;
    for (std::uint32_t i = 0; sample.size() < samples; ++i) {
      const std::uint64_t item = random.below(irrelevant, entry, i);
      const bool again = std::find(sample.begin(), sample.end(), item) != sample.end();
      if (replacement == Replacement::with || !again) sample.push_back(item);
    }
    sampled.ranks.user.push_back(static_cast<std::uint32_t>(entry));
    sampled.ranks.items.push_back(samples + full.relevant());
    sampled.ranks.unranked.push_back(0);
    std::uint64_t found = 0;
    for (const TieGroup& group : full.groups) {
      std::uint64_t above = found;
      for (const std::uint64_t item : sample) above += item < group.above - found ? 1 : 0;
      sampled.ranks.groups.push_back({above, 1, 1});
      ++found;
    }
    sampled.ranks.group_begin.push_back(sampled.ranks.groups.size());
    sampled.population.push_back(full.items);
  }
  return sampled;
}

}  // namespace honestrank::testing_support

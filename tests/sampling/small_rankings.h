#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "honestrank/base/random.h"
#include "honestrank/rankings/user_ranks.h"

namespace honestrank::testing_support {

/// Users with one relevant item at these ranks.
inline UserRanks lone_ranks(const std::vector<std::uint64_t>& ranks, std::uint64_t items) {
  UserRanks result;
  for (std::uint32_t user = 0; user < ranks.size(); ++user) {
    result.user.push_back(user);
    result.items.push_back(items);
    result.unranked.push_back(0);
    result.groups.push_back({ranks[user] - 1, 1, 1});
    result.group_begin.push_back(result.groups.size());
  }
  return result;
}

/// A ranking with several relevant items, some of them tied with others.
inline UserRanks random_ranking(const CounterRandom& random, std::uint64_t items) {
  std::uint64_t drawn = 0;
  const auto below = [&](std::uint64_t bound) { return random.below(bound, drawn++); };
  UserRanks ranks;
  ranks.user = {0};
  ranks.items = {items};
  ranks.unranked = {0};
  std::uint64_t above = below(3);
  while (above < items) {
    const std::uint64_t size = 1 + below(std::min<std::uint64_t>(3, items - above));
    ranks.groups.push_back({above, size, 1 + below(size)});
    above += size + below(3);
    if (ranks.groups.size() == 3) break;
  }
  ranks.group_begin.push_back(ranks.groups.size());
  return ranks;
}

}  // namespace honestrank::testing_support

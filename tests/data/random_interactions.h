#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

#include "honestrank/base/random.h"
#include "honestrank/data/interactions.h"

namespace honestrank::testing_support {

/// `rows` random rows over `users` and `items` ids, with ratings 1 to 5 and few timestamps, so
/// that pairs and times repeat.
inline Interactions random_interactions(std::uint64_t seed, std::uint32_t users,
                                        std::uint32_t items, std::size_t rows) {
  const CounterRandom random(seed);
  Interactions data;
  for (std::uint32_t user = 0; user < users; ++user) data.users.add("user " + std::to_string(user));
  for (std::uint32_t item = 0; item < items; ++item) data.items.add("item " + std::to_string(item));
  for (std::size_t row = 0; row < rows; ++row) {
    data.user.push_back(static_cast<std::uint32_t>(random.below(users, row, 0)));
    // The smaller of two: some items are more frequent.
    data.item.push_back(static_cast<std::uint32_t>(
        std::min(random.below(items, row, 1), random.below(items, row, 2))));
    data.rating.push_back(static_cast<double>(1 + random.below(5, row, 3)));
    data.timestamp.push_back(static_cast<std::int64_t>(random.below(20, row, 4)) - 10);
  }
  return data;
}

}  // namespace honestrank::testing_support

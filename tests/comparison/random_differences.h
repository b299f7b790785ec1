#pragma once

#include <cstdint>
#include <vector>

#include "honestrank/base/random.h"

namespace honestrank::testing_support {

/// Differences of users: normal with this mean; `step` rounds them, which makes zeros and ties.
inline std::vector<double> random_differences(std::size_t users, std::uint64_t seed,
                                              double mean = 0, double step = 0) {
  const CounterRandom random(seed, 77);
  std::vector<double> values;
  for (std::size_t user = 0; user < users; ++user) {
    double value = mean + random.normal(user);
    if (step > 0) value = step * static_cast<double>(static_cast<std::int64_t>(value / step));
    values.push_back(value);
  }
  return values;
}

inline std::vector<double> negated(std::vector<double> values) {
  for (double& value : values) value = -value;
  return values;
}

inline std::vector<double> scaled(std::vector<double> values, double by) {
  for (double& value : values) value *= by;
  return values;
}

}  // namespace honestrank::testing_support

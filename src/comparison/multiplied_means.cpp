#include "comparison/multiplied_means.h"

#include <cstdint>

#include "honestrank/base/parallel.h"
#include "honestrank/base/random.h"

namespace honestrank::comparison {

std::vector<double> multiplied_means(std::span<const double> values, std::size_t columns,
                                     const ResamplingOptions& options) {
  constexpr std::size_t kGroups = 4096;
  constexpr std::uint32_t kStream = 0x6d756c74;
  const std::size_t users = values.size() / columns;
  std::vector<double> mean(columns);
  std::vector<double> sums(kGroups * columns);
  for (std::size_t user = 0; user < users; ++user) {
    for (std::size_t column = 0; column < columns; ++column) {
      sums[user % kGroups * columns + column] += values[user * columns + column];
      mean[column] += values[user * columns + column];
    }
  }
  for (double& each : mean) each /= static_cast<double>(users);
  for (std::size_t group = 0; group < kGroups; ++group) {
    const std::size_t own = users / kGroups + (group < users % kGroups ? 1 : 0);
    for (std::size_t column = 0; column < columns; ++column) {
      double& sum = sums[group * columns + column];
      sum = (sum - static_cast<double>(own) * mean[column]) / static_cast<double>(users);
    }
  }
  const CounterRandom random(options.seed, kStream);
  std::vector<double> result(columns * options.resamples);
  parallel_for(options.resamples, 16, options.threads, [&](const Block& block) {
    for (std::size_t i = block.begin; i < block.end; ++i) {
      double* const own = result.data() + i * columns;
      for (std::size_t column = 0; column < columns; ++column) own[column] = mean[column];
      for (std::size_t group = 0; group < kGroups; ++group) {
        const double factor = random.normal(group, static_cast<std::uint32_t>(i));
        for (std::size_t column = 0; column < columns; ++column) {
          own[column] += factor * sums[group * columns + column];
        }
      }
    }
  });
  return result;
}

}  // namespace honestrank::comparison

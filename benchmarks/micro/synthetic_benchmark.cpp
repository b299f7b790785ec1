// How many interactions of the synthetic data set one thread makes in a second.
#include <benchmark/benchmark.h>

#include <cstdint>

#include "honestrank/data/synthetic.h"

namespace honestrank {
namespace {

void generate_users(benchmark::State& state) {
  SyntheticOptions options;
  options.items = static_cast<std::uint32_t>(state.range(0));
  const SyntheticDataset dataset(options);
  std::int64_t interactions = 0;
  for (auto unused : state) {
    generate(
        dataset, 0, 1000,
        [&](std::uint32_t, std::span<const SyntheticInteraction> made) {
          interactions += static_cast<std::int64_t>(made.size());
        },
        1);
  }
  state.SetItemsProcessed(interactions);
}

BENCHMARK(generate_users)
    ->Name("synthetic/generate")
    ->ArgName("items")
    ->Arg(3706)
    ->Arg(100000)
    ->Arg(1000000)
    ->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace honestrank

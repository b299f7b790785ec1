#include <benchmark/benchmark.h>

#include <array>
#include <cstdint>
#include <random>

#include "honestrank/base/random.h"

namespace honestrank {
namespace {

constexpr std::uint64_t kSeed = 1;
constexpr std::uint64_t kDraws = 4096;

// Random123's published answer for counter 0 and key 0: a fast generator of other numbers is no
// use.
bool is_philox() {
  constexpr std::array<std::uint32_t, 4> kAnswer{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8};
  return CounterRandom(0).block(0) == kAnswer;
}

template <typename Draw>
void measure(benchmark::State& state, Draw draw) {
  if (!is_philox()) {
    state.SkipWithError("the generator is not Philox 4x32-10");
    return;
  }
  for (auto _ : state) {
    for (std::uint64_t i = 0; i < kDraws; ++i) benchmark::DoNotOptimize(draw(i));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kDraws));
}

void counter_bits(benchmark::State& state) {
  const CounterRandom random(kSeed);
  measure(state, [&](std::uint64_t i) { return random.bits(i); });
}

void counter_uniform(benchmark::State& state) {
  const CounterRandom random(kSeed);
  measure(state, [&](std::uint64_t i) { return random.uniform(i); });
}

void counter_below(benchmark::State& state) {
  const CounterRandom random(kSeed);
  measure(state, [&](std::uint64_t i) { return random.below(20720, i); });
}

void counter_normal(benchmark::State& state) {
  const CounterRandom random(kSeed);
  measure(state, [&](std::uint64_t i) { return random.normal(i); });
}

// What a sequential generator costs: the price of draws that do not depend on each other.
void mersenne_bits(benchmark::State& state) {
  std::mt19937_64 random(kSeed);
  measure(state, [&](std::uint64_t) { return random(); });
}

BENCHMARK(counter_bits)->Name("random/bits");
BENCHMARK(counter_uniform)->Name("random/uniform");
BENCHMARK(counter_below)->Name("random/below");
BENCHMARK(counter_normal)->Name("random/normal");
BENCHMARK(mersenne_bits)->Name("random/std_mt19937_64");

}  // namespace
}  // namespace honestrank

#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "honestrank/base/random.h"
#include "honestrank/data/id_map.h"

namespace honestrank {
namespace {

constexpr std::size_t kRows = std::size_t{1} << 20;

/// A column of ids as in an interaction file: `distinct` ids, a few of them often, most rarely.
/// Short ids have up to 8 bytes and live in the table's slots; long ones have 14.
std::vector<std::string> id_column(std::size_t distinct, bool long_ids) {
  const CounterRandom random(1);
  std::vector<std::string> column(kRows);
  for (std::size_t row = 0; row < kRows; ++row) {
    const double skewed = std::pow(random.uniform(row), 3.0);
    const auto id = static_cast<std::uint64_t>(skewed * static_cast<double>(distinct));
    column[row] =
        long_ids ? "B0" + std::to_string(100'000'000'000 + id * 7919) : "u" + std::to_string(id);
  }
  return column;
}

/// The definition that IdMap must agree with.
class ReferenceIdMap {
 public:
  std::uint32_t add(const std::string& id) {
    return numbers_.try_emplace(id, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }
  std::uint32_t find(const std::string& id) const { return numbers_.at(id); }

 private:
  std::unordered_map<std::string, std::uint32_t> numbers_;
};

bool agrees_with_reference(const std::vector<std::string>& column) {
  IdMap map;
  ReferenceIdMap reference;
  for (const std::string& id : column) {
    if (map.add(id) != reference.add(id)) return false;
  }
  for (const std::string& id : column) {
    if (map.find(id) != reference.find(id)) return false;
  }
  return true;
}

template <typename Map>
void add(benchmark::State& state) {
  const auto column = id_column(static_cast<std::size_t>(state.range(0)), state.range(1) != 0);
  if (!agrees_with_reference(column)) {
    state.SkipWithError("disagrees with std::unordered_map");
    return;
  }
  for (auto _ : state) {
    Map map;
    for (const std::string& id : column) benchmark::DoNotOptimize(map.add(id));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kRows));
}

template <typename Map>
void find(benchmark::State& state) {
  const auto column = id_column(static_cast<std::size_t>(state.range(0)), state.range(1) != 0);
  Map map;
  for (const std::string& id : column) map.add(id);
  for (auto _ : state) {
    for (const std::string& id : column) benchmark::DoNotOptimize(map.find(id));
  }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(kRows));
}

// The table within the first-level cache, the second, and memory; short and long ids.
void sizes(benchmark::internal::Benchmark* benchmark) {
  benchmark->ArgNames({"ids", "long"})->ArgsProduct({{1'000, 30'000, 500'000}, {0, 1}});
}

BENCHMARK(add<IdMap>)->Name("id_map/add")->Apply(sizes);
BENCHMARK(add<ReferenceIdMap>)->Name("id_map/add/std_unordered_map")->Apply(sizes);
BENCHMARK(find<IdMap>)->Name("id_map/find")->Apply(sizes);
BENCHMARK(find<ReferenceIdMap>)->Name("id_map/find/std_unordered_map")->Apply(sizes);

}  // namespace
}  // namespace honestrank

// The kernels that rank factor models, a block of rows against a panel of items at a time. Each is
// checked against its reference first. `pair` is the time for one pair of a row and an item (or
// for one value, or one row). `--instruction_set=AVX2` does without better ones.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string_view>
#include <vector>

#include "../instruction_set.h"
#include "base/aligned.h"
#include "honestrank/base/random.h"
#include "kernels/band.h"
#include "kernels/byte_filter.h"
#include "kernels/exact_score.h"
#include "kernels/float_filter.h"
#include "kernels/integer_rounding.h"
#include "kernels/open_pairs.h"
#include "kernels/short_filter.h"

namespace honestrank::kernels {
namespace {

constexpr std::size_t kRows = 480;
constexpr std::size_t kPairs = kRows * kPanelItems;

const CounterRandom kRandom(1);

float small_value(std::size_t i) { return static_cast<float>(kRandom.normal(i)); }

/// What a filter writes.
struct Answers {
  std::vector<std::uint32_t> above = std::vector<std::uint32_t>(kRows);
  std::vector<std::uint64_t> open = std::vector<std::uint64_t>(kRows);
  friend bool operator==(const Answers&, const Answers&) = default;
};

void count_pairs(benchmark::State& state, std::size_t pairs) {
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(pairs));
  state.counters["pair"] =
      benchmark::Counter(static_cast<double>(pairs), benchmark::Counter::kIsIterationInvariantRate |
                                                         benchmark::Counter::kInvert);
}

template <typename Run>
void measure(benchmark::State& state, std::size_t pairs, bool right, const Run& run) {
  if (!right) {
    state.SkipWithError("not what the reference says");
    return;
  }
  for (auto _ : state) {
    run();
    benchmark::ClobberMemory();
  }
  count_pairs(state, pairs);
}

void bytes(benchmark::State& state) {
  const std::size_t words = static_cast<std::size_t>(state.range(0)) / 4;
  AlignedVector<std::uint8_t> panel(words * kPanelItems * 4);
  AlignedVector<std::int8_t> rows(kRows * words * 4);
  for (std::size_t i = 0; i < panel.size(); ++i) {
    panel[i] = static_cast<std::uint8_t>(kRandom.below(255, i, 1) + 1);
  }
  for (std::size_t i = 0; i < rows.size(); ++i) {
    rows[i] = static_cast<std::int8_t>(static_cast<int>(kRandom.below(255, i, 2)) - 127);
  }
  const std::vector<std::int32_t> low(kRows, 40'000);
  const std::vector<std::int32_t> high(kRows, 45'000);
  const std::vector<std::uint64_t> hidden(kRows);
  Answers answers;
  Answers wanted;
  ByteFilter filter{panel.data(),      words,       rows.data(),   kRows,
                    low.data(),        high.data(), hidden.data(), wanted.above.data(),
                    wanted.open.data()};
  filter_bytes_reference(filter);
  filter.above = answers.above.data();
  filter.open = answers.open.data();
  filter_bytes(filter);
  measure(state, kPairs, answers == wanted, [&] { filter_bytes(filter); });
}

void floats(benchmark::State& state) {
  const auto columns = static_cast<std::size_t>(state.range(0));
  // Whole numbers: sums are exact, and the same in any order.
  AlignedVector<float> panel(columns * kPanelItems);
  AlignedVector<float> rows(kRows * columns);
  for (std::size_t i = 0; i < panel.size(); ++i) panel[i] = std::round(3 * small_value(i));
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = std::round(3 * small_value(i + 99'999));
  const std::vector<float> low(kRows, 99.5F);
  const std::vector<float> high(kRows, 100.5F);
  const std::vector<std::uint64_t> hidden(kRows);
  Answers answers;
  Answers wanted;
  FloatFilter filter{panel.data(),      columns,     rows.data(),   kRows,
                     low.data(),        high.data(), hidden.data(), wanted.above.data(),
                     wanted.open.data()};
  filter_floats_reference(filter);
  filter.above = answers.above.data();
  filter.open = answers.open.data();
  filter_floats(filter);
  measure(state, kPairs, answers == wanted, [&] { filter_floats(filter); });
}

void shorts(benchmark::State& state) {
  const std::size_t words = static_cast<std::size_t>(state.range(0)) / 2;
  AlignedVector<std::int16_t> panel(words * kPanelItems * 2);
  AlignedVector<std::int16_t> rows(kRows * words * 2);
  const auto value = [](std::size_t i) { return static_cast<std::int16_t>(900 * small_value(i)); };
  for (std::size_t i = 0; i < panel.size(); ++i) panel[i] = value(i);
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = value(i + 99'999);
  const std::vector<std::int32_t> low(kRows, 5'000'000);
  const std::vector<std::int32_t> high(kRows, 5'010'000);
  const std::vector<std::uint64_t> hidden(kRows);
  Answers answers;
  Answers wanted;
  ShortFilter filter{panel.data(),      words,       rows.data(),   kRows,
                     low.data(),        high.data(), hidden.data(), wanted.above.data(),
                     wanted.open.data()};
  filter_shorts_reference(filter);
  filter.above = answers.above.data();
  filter.open = answers.open.data();
  filter_shorts(filter);
  measure(state, kPairs, answers == wanted, [&] { filter_shorts(filter); });
}

/// Pairs that a filter left open: one in 32.
struct OpenBlock {
  OpenBlock() {
    for (std::size_t r = 0; r < kRows; ++r) {
      open[r] = kRandom.bits(r, 1);
      for (std::uint32_t i = 2; i < 6; ++i) open[r] &= kRandom.bits(r, i);
    }
    count = list_open_pairs_reference(open.data(), kRows, pairs());
  }
  OpenPairs pairs() { return {begin.data(), row.data(), item.data()}; }

  std::vector<std::uint64_t> open = std::vector<std::uint64_t>(kRows);
  std::vector<std::uint32_t> begin = std::vector<std::uint32_t>(kRows + 1);
  std::vector<std::uint16_t> row = std::vector<std::uint16_t>(kPairs + kOpenPairsPadding);
  std::vector<std::uint8_t> item = std::vector<std::uint8_t>(kPairs + kOpenPairsPadding);
  std::size_t count = 0;
};

void list(benchmark::State& state) {
  const OpenBlock wanted;
  OpenBlock found;
  const bool right = list_open_pairs(found.open.data(), kRows, found.pairs()) == wanted.count &&
                     std::equal(wanted.begin.begin(), wanted.begin.end(), found.begin.begin()) &&
                     std::equal(wanted.item.begin(),
                                wanted.item.begin() + static_cast<std::ptrdiff_t>(wanted.count),
                                found.item.begin());
  measure(state, wanted.count, right,
          [&] { list_open_pairs(found.open.data(), kRows, found.pairs()); });
}

void resolve(benchmark::State& state) {
  const auto columns = static_cast<std::size_t>(state.range(0));
  OpenBlock block;
  AlignedVector<std::int16_t> rows(kRows * columns);
  AlignedVector<std::int16_t> items(kPanelItems * columns);
  const float size = 25'000 / std::sqrt(static_cast<float>(columns));
  const auto value = [&](std::size_t i) {
    return static_cast<std::int16_t>(std::clamp(size * small_value(i), -3 * size, 3 * size));
  };
  for (std::size_t i = 0; i < rows.size(); ++i) rows[i] = value(i);
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = value(i + 99'999);
  const std::vector<std::int32_t> low(kRows, 50'000'000);
  std::vector<std::uint64_t> bits(block.count / 64 + 2);
  const PairScoring scoring{rows.data(), items.data(), columns, low.data(), 300'000, bits.data()};
  std::vector<std::uint32_t> undecided(block.count);
  std::vector<std::uint32_t> above(kRows);
  std::vector<std::uint32_t> wanted(kRows);
  const std::size_t open =
      resolve_open_pairs_reference(block.pairs(), kRows, scoring, wanted.data(), undecided.data());
  const bool right =
      resolve_open_pairs(block.pairs(), kRows, scoring, above.data(), undecided.data()) == open &&
      above == wanted;
  measure(state, block.count, right, [&] {
    resolve_open_pairs(block.pairs(), kRows, scoring, above.data(), undecided.data());
  });
}

void exact(benchmark::State& state) {
  const auto columns = static_cast<std::size_t>(state.range(0));
  std::vector<float> values(2 * kExactScores * columns);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = small_value(i);
  const float* left[kExactScores];
  const float* right[kExactScores];
  bool same = true;
  for (std::size_t i = 0; i < kExactScores; ++i) {
    left[i] = values.data() + 2 * i * columns;
    right[i] = left[i] + columns;
  }
  double sums[kExactScores];
  exact_scores(left, right, columns, sums);
  for (std::size_t i = 0; i < kExactScores; ++i) {
    same = same && sums[i] == exact_score(left[i], right[i], columns);
  }
  measure(state, kExactScores, same, [&] {
    exact_scores(left, right, columns, sums);
    benchmark::DoNotOptimize(sums);
  });
}

void rounding(benchmark::State& state) {
  const auto columns = static_cast<std::size_t>(state.range(0));
  std::vector<float> values(kRows * columns);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = small_value(i);
  std::vector<std::int8_t> rounded(values.size());
  std::vector<std::int8_t> wanted(values.size());
  const auto round_all = [&](auto round, std::vector<std::int8_t>& to) {
    for (std::size_t r = 0; r < kRows; ++r) {
      benchmark::DoNotOptimize(
          round(values.data() + r * columns, columns, 40.0F, to.data() + r * columns));
    }
  };
  round_all(round_to_bytes_reference, wanted);
  round_all(round_to_bytes, rounded);
  measure(state, values.size(), rounded == wanted, [&] { round_all(round_to_bytes, rounded); });
}

void band(benchmark::State& state) {
  std::vector<float> threshold(kRows);
  std::vector<float> length(kRows);
  std::vector<float> residual(kRows);
  std::vector<float> tail(kRows);
  std::vector<std::int32_t> offset(kRows);
  for (std::size_t r = 0; r < kRows; ++r) {
    threshold[r] = 1000 * small_value(r);
    length[r] = 500 + small_value(r);
    residual[r] = 3 + small_value(r) / 4;
    tail[r] = 20 + small_value(r);
    offset[r] = static_cast<std::int32_t>(r) * 128;
  }
  const BandRows rows{threshold.data(), length.data(), residual.data(), tail.data(), offset.data()};
  const BandPanel panel{3.5F, 2.5F, 480, 17};
  std::vector<std::int32_t> low(kRows);
  std::vector<std::int32_t> high(kRows);
  integer_band(rows, panel, kRows, low.data(), high.data());
  bool right = true;
  for (std::size_t r = 0; r < kRows; ++r) {
    const auto middle = static_cast<double>(threshold[r] * panel.inverse_scale);
    const auto width = static_cast<double>(length[r] * panel.residual + residual[r] * panel.length +
                                           tail[r] * panel.tail);
    right = right && std::abs(middle - width - (low[r] - offset[r])) < 5 &&
            std::abs(middle + width - (high[r] - offset[r])) < 5;
  }
  measure(state, kRows, right, [&] { integer_band(rows, panel, kRows, low.data(), high.data()); });
}

BENCHMARK(bytes)->Name("filter_bytes/columns")->Arg(16)->Arg(32)->Arg(64)->Arg(128);
BENCHMARK(shorts)->Name("filter_shorts/columns")->Arg(16)->Arg(32)->Arg(64)->Arg(128);
BENCHMARK(floats)->Name("filter_floats/columns")->Arg(16)->Arg(32)->Arg(64)->Arg(128);
BENCHMARK(list)->Name("list_open_pairs");
BENCHMARK(resolve)->Name("resolve_open_pairs/columns")->Arg(32)->Arg(64)->Arg(128);
BENCHMARK(exact)->Name("exact_scores/columns")->Arg(16)->Arg(64)->Arg(128);
BENCHMARK(rounding)->Name("round_to_bytes/columns")->Arg(16)->Arg(32)->Arg(64)->Arg(128);
BENCHMARK(band)->Name("integer_band");

}  // namespace
}  // namespace honestrank::kernels

int main(int argc, char** argv) {
  constexpr std::string_view kOption = "--instruction_set=";
  const auto is_ours = [&](const char* argument) {
    const std::string_view text = argument;
    if (!text.starts_with(kOption)) return false;
    benchmarks::use_only(text.substr(kOption.size()));
    return true;
  };
  argc = static_cast<int>(std::remove_if(argv + 1, argv + argc, is_ours) - argv);
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
}

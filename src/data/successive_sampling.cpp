#include "data/successive_sampling.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "base/assert.h"

namespace honestrank {
namespace {

/// A proposal costs as much as an item in the race; beyond this share of the items proposals
/// are mostly repetitions.
constexpr std::size_t kItemsPerChoice = 10;

/// Proposals looked at together, so that their item vectors arrive from memory together.
constexpr std::uint32_t kProposals = 16;

/// Four partial sums in a fixed order: fast, and the same bits everywhere.
float affinity_of(const ChoiceTables& tables, const Chooser& chooser, std::uint32_t item) {
  const float* vector = tables.vectors.data() + item * tables.dimension;
  const float* taste = chooser.taste.data();
  std::array<float, 4> sum{};
  for (std::size_t i = 0; i < tables.dimension; i += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) sum[lane] += taste[i + lane] * vector[i + lane];
  }
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

/// exp of the affinity relative to its largest value: in (0, 1].
double relative_weight(float affinity, float cap) {
  return affinity >= cap ? 1.0 : std::exp(static_cast<double>(affinity) - static_cast<double>(cap));
}

/// The items chosen so far: open addressing, at most half full.
class ChosenItems {
 public:
  explicit ChosenItems(std::size_t count)
      : slots_(std::bit_ceil(2 * count + 1), kFree),
        shift_(32 - std::countr_zero(static_cast<std::uint32_t>(slots_.size()))) {}

  /// False if `item` was there already.
  bool insert(std::uint32_t item) {
    std::size_t at = (item * 0x9E3779B9U) >> shift_;
    while (slots_[at] != kFree) {
      if (slots_[at] == item) return false;
      at = (at + 1) & (slots_.size() - 1);
    }
    slots_[at] = item;
    return true;
  }

 private:
  static constexpr std::uint32_t kFree = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> slots_;
  int shift_;
};

}  // namespace

std::vector<Choice> choose_by_rejection(const ChoiceTables& tables, const Chooser& chooser,
                                        std::size_t count, const CounterRandom& random) {
  std::vector<Choice> choices;
  choices.reserve(count);
  ChosenItems chosen(count);
  std::array<std::uint32_t, kProposals> proposed{};
  std::array<std::uint32_t, kProposals> coin{};
  for (std::uint32_t attempt = 0; choices.size() < count; attempt += kProposals) {
    for (std::uint32_t i = 0; i < kProposals; ++i) {
      const auto words = random.block(chooser.key, attempt + i);
      const std::uint64_t bits = (static_cast<std::uint64_t>(words[0]) << 32) | words[1];
      proposed[i] = tables.by_popularity.draw(bits);
      coin[i] = words[2];
      __builtin_prefetch(tables.vectors.data() + proposed[i] * tables.dimension);
    }
    for (std::uint32_t i = 0; i < kProposals && choices.size() < count; ++i) {
      const float affinity = affinity_of(tables, chooser, proposed[i]);
      if (coin[i] >= relative_weight(affinity, chooser.cap) * 0x1.0p32) continue;
      if (chosen.insert(proposed[i])) choices.push_back({proposed[i], affinity});
    }
  }
  return choices;
}

std::vector<Choice> choose_by_race(const ChoiceTables& tables, const Chooser& chooser,
                                   std::size_t count, const CounterRandom& random) {
  struct Arrival {
    double time = 0;
    Choice choice;
  };
  const auto earlier = [](const Arrival& a, const Arrival& b) {
    return a.time != b.time ? a.time < b.time : a.choice.item < b.choice.item;
  };
  std::vector<Arrival> arrivals(tables.items());
  std::array<std::uint32_t, 4> words{};
  for (std::uint32_t item = 0; item < arrivals.size(); ++item) {
    if (item % 4 == 0) words = random.block(chooser.key, item / 4);
    const float affinity = affinity_of(tables, chooser, item);
    // In (0, 1), so that the logarithm is finite and not 0.
    const double uniform = (static_cast<double>(words[item % 4]) + 0.5) * 0x1.0p-32;
    const double rate = tables.popularity[item] * relative_weight(affinity, chooser.cap);
    arrivals[item] = {-std::log(uniform) / rate, {item, affinity}};
  }
  const auto end = arrivals.begin() + static_cast<std::ptrdiff_t>(count);
  std::nth_element(arrivals.begin(), end, arrivals.end(), earlier);
  std::sort(arrivals.begin(), end, earlier);
  std::vector<Choice> choices(count);
  for (std::size_t i = 0; i < count; ++i) choices[i] = arrivals[i].choice;
  return choices;
}

std::vector<Choice> choose(const ChoiceTables& tables, const Chooser& chooser, std::size_t count,
                           const CounterRandom& random) {
  HONESTRANK_ASSERT(count <= tables.items());
  return count > tables.items() / kItemsPerChoice
             ? choose_by_race(tables, chooser, count, random)
             : choose_by_rejection(tables, chooser, count, random);
}

}  // namespace honestrank

#include "data/successive_sampling.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/assert.h"
#include "data/item_set.h"

namespace honestrank {
namespace {

/// A proposal costs about as much as an item in the race; where more than one item in so many is
/// wanted, most proposals would be repetitions.
constexpr std::size_t kItemsPerChoice = 12;

/// Proposals looked at together, so that what they need of memory arrives together.
constexpr std::uint32_t kProposals = 32;

/// exp of the affinity relative to its largest value: in (0, 1].
double relative_weight(float affinity, float cap) {
  return affinity >= cap ? 1.0 : std::exp(static_cast<double>(affinity) - static_cast<double>(cap));
}

/// True with probability relative_weight for uniform `bits`.
bool accepted(float affinity, float cap, std::uint32_t bits) {
  const double coin = bits * 0x1.0p-32;
  const double x = static_cast<double>(cap) - static_cast<double>(affinity);
  // exp(x) > 1 + x + x^2/2 + x^3/6 for x > 0 settles most rejections without the exponential.
  if (x > 0 && coin * (1.0 + x * (1.0 + x * (0.5 + x * 0.1666))) > 1.0) return false;
  return coin < relative_weight(affinity, cap);
}

}  // namespace

float affinity_of(const ChoiceTables& tables, const Chooser& chooser, std::uint32_t item) noexcept {
  const float* vector = tables.vectors.data() + item * tables.dimension;
  const float* taste = chooser.taste.data();
  // Four partial sums in a fixed order: fast, and the same bits everywhere.
  std::array<float, 4> sum{};
  for (std::size_t i = 0; i < tables.dimension; i += 4) {
    for (std::size_t lane = 0; lane < 4; ++lane) sum[lane] += taste[i + lane] * vector[i + lane];
  }
  return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

std::vector<Choice> choose_by_rejection(const ChoiceTables& tables, const Chooser& chooser,
                                        std::size_t count, const CounterRandom& random) {
  std::vector<Choice> choices;
  choices.reserve(count);
  ItemSet chosen(static_cast<std::uint32_t>(count));
  std::array<std::uint64_t, kProposals> bits{};
  std::array<std::uint32_t, kProposals> coin{};
  std::array<std::uint32_t, kProposals> item{};
  for (std::uint32_t attempt = 0; choices.size() < count; attempt += kProposals) {
    for (std::uint32_t i = 0; i < kProposals; ++i) {
      const auto words = random.block(chooser.key, attempt + i);
      bits[i] = (static_cast<std::uint64_t>(words[0]) << 32) | words[1];
      coin[i] = words[2];
      tables.by_popularity.prefetch(bits[i]);
    }
    for (std::uint32_t i = 0; i < kProposals; ++i) {
      item[i] = tables.by_popularity.draw(bits[i]);
      __builtin_prefetch(tables.vectors.data() + item[i] * tables.dimension);
    }
    for (std::uint32_t i = 0; i < kProposals && choices.size() < count; ++i) {
      const float affinity = affinity_of(tables, chooser, item[i]);
      if (!accepted(affinity, chooser.cap, coin[i])) continue;
      if (chosen.insert(item[i])) choices.push_back({item[i], affinity});
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
    const double uniform = (words[item % 4] + 0.5) * 0x1.0p-32;
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

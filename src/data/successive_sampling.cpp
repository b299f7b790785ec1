#include "data/successive_sampling.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/assert.h"
#include "base/portable_math.h"
#include "data/item_set.h"

namespace honestrank {
namespace {

/// A proposal costs about as much as an item in the race; where more than one item in so many is
/// wanted, most proposals would be repetitions.
constexpr std::size_t kItemsPerChoice = 12;

/// Proposals looked at together, so that what they need of memory arrives together.
constexpr std::uint32_t kProposals = 32;

/// The last bits of the C library's functions depend on the CPU; the portable ones are slower. So
/// the library's decide where the last bits do not matter, and the portable ones elsewhere.
struct LibraryMath {
  static double log(double x) { return std::log(x); }
  static double exp(double x) { return std::exp(x); }
};
struct PortableMath {
  static double log(double x) { return portable::log(x); }
  static double exp(double x) { return portable::exp(x); }
};

/// A weight or arrival time by one of them is that by the other to less than this part of it.
constexpr double kLastBits = 1e-12;

/// exp of the affinity relative to its largest value: in (0, 1].
template <typename Math>
double relative_weight(float affinity, float cap) {
  return affinity >= cap ? 1.0
                         : Math::exp(static_cast<double>(affinity) - static_cast<double>(cap));
}

/// True with probability relative_weight for uniform `bits`.
bool accepted(float affinity, float cap, std::uint32_t bits) {
  const double coin = bits * 0x1.0p-32;
  const double x = static_cast<double>(cap) - static_cast<double>(affinity);
  // exp(x) > 1 + x + x^2/2 + x^3/6 for x > 0 settles most rejections without the exponential.
  if (x > 0 && coin * (1.0 + x * (1.0 + x * (0.5 + x * 0.1666))) > 1.0) return false;
  const double weight = relative_weight<LibraryMath>(affinity, cap);
  if (std::abs(coin - weight) > kLastBits) return coin < weight;
  return coin < relative_weight<PortableMath>(affinity, cap);
}

struct Arrival {
  double time = 0;
  Choice choice;
};

/// The first `count` items of the race, in order. Times are exponential, at the rates of the
/// items' weights.
template <typename Math>
std::vector<Arrival> first_arrivals(const ChoiceTables& tables, const Chooser& chooser,
                                    std::size_t count, const CounterRandom& random) {
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
    const double rate = tables.popularity[item] * relative_weight<Math>(affinity, chooser.cap);
    arrivals[item] = {-Math::log(uniform) / rate, {item, affinity}};
  }
  const auto end = arrivals.begin() + static_cast<std::ptrdiff_t>(count);
  std::nth_element(arrivals.begin(), end, arrivals.end(), earlier);
  std::sort(arrivals.begin(), end, earlier);
  arrivals.resize(count);
  return arrivals;
}

std::vector<Choice> choices_of(const std::vector<Arrival>& arrivals, std::size_t count) {
  std::vector<Choice> choices(count);
  for (std::size_t i = 0; i < count; ++i) choices[i] = arrivals[i].choice;
  return choices;
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
  // One more than wanted, to see how far the last wanted one is from the others.
  const std::vector<Arrival> arrivals =
      first_arrivals<LibraryMath>(tables, chooser, std::min(count + 1, tables.items()), random);
  const auto close = [](const Arrival& a, const Arrival& b) {
    return b.time <= a.time * (1 + kLastBits);
  };
  const bool in_doubt =
      std::adjacent_find(arrivals.begin(), arrivals.end(), close) != arrivals.end();
  return in_doubt ? choose_by_race_reference(tables, chooser, count, random)
                  : choices_of(arrivals, count);
}

std::vector<Choice> choose_by_race_reference(const ChoiceTables& tables, const Chooser& chooser,
                                             std::size_t count, const CounterRandom& random) {
  return choices_of(first_arrivals<PortableMath>(tables, chooser, count, random), count);
}

std::vector<Choice> choose(const ChoiceTables& tables, const Chooser& chooser, std::size_t count,
                           const CounterRandom& random) {
  HONESTRANK_ASSERT(count <= tables.items());
  return count > tables.items() / kItemsPerChoice
             ? choose_by_race(tables, chooser, count, random)
             : choose_by_rejection(tables, chooser, count, random);
}

}  // namespace honestrank

#include "data/successive_sampling.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/assert.h"
#include "data/item_set.h"

namespace honestrank {
namespace {

/// A proposal costs about as much as an item in the race; where more than one item in so many is
/// wanted, most proposals would be repetitions.
constexpr std::size_t kItemsPerChoice = 10;

/// Proposals looked at together, so that their item vectors arrive from memory together.
constexpr std::uint32_t kProposals = 16;

float affinity_of(const ChoiceTables& tables, const Chooser& chooser, std::uint32_t item) {
  const float* vector = tables.vectors.data() + item * tables.dimension;
  const float* taste = chooser.taste.data();
  // Four partial sums in a fixed order: fast, and the same bits everywhere.
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

/// True with probability relative_weight for uniform `bits`.
bool accepted(float affinity, float cap, std::uint32_t bits) {
  const double coin = bits * 0x1.0p-32;
  const double x = static_cast<double>(cap) - static_cast<double>(affinity);
  // exp(x) > 1 + x + x^2/2 + x^3/6 for x > 0 settles most rejections without the exponential.
  if (x > 0 && coin * (1.0 + x * (1.0 + x * (0.5 + x * 0.1666))) > 1.0) return false;
  return coin < relative_weight(affinity, cap);
}

std::uint32_t niche_begin(std::uint32_t niche) { return niche * kNicheLength; }

std::uint32_t niche_end(const ChoiceTables& tables, std::uint32_t niche) {
  return std::min(niche_begin(niche) + kNicheLength, static_cast<std::uint32_t>(tables.items()));
}

std::uint64_t niche_popularity(const ChoiceTables& tables, std::uint32_t niche) {
  return tables.before[niche_end(tables, niche)] - tables.before[niche_begin(niche)];
}

/// An item of `niche` in proportion to popularity.
std::uint32_t draw_within(const ChoiceTables& tables, std::uint32_t niche, std::uint64_t bits) {
  __extension__ using Wide = unsigned __int128;
  const std::uint64_t* begin = tables.before.data() + niche_begin(niche);
  const std::uint64_t* end = tables.before.data() + niche_end(tables, niche);
  const auto offset = static_cast<std::uint64_t>(
      (static_cast<Wide>(bits) * niche_popularity(tables, niche)) >> 64);
  const std::uint64_t* above = std::upper_bound(begin, end, *begin + offset);
  return static_cast<std::uint32_t>(above - tables.before.data()) - 1;
}

/// Item drawn by popularity and niches, before the taste is asked.
std::uint32_t propose(const ChoiceTables& tables, const Chooser& chooser,
                      const std::array<std::uint32_t, 4>& words) {
  const std::uint64_t bits = (static_cast<std::uint64_t>(words[0]) << 32) | words[1];
  const double coin = words[3] * 0x1.0p-32;
  if (coin >= chooser.niche_share) return tables.by_popularity.draw(bits);
  const double place = coin / chooser.niche_share * static_cast<double>(chooser.niches.size());
  return draw_within(tables, chooser.niches[static_cast<std::size_t>(place)], bits);
}

/// The interest in each niche, as Chooser defines it.
std::vector<double> niche_interest(const ChoiceTables& tables, const Chooser& chooser) {
  const std::size_t niches = (tables.items() + kNicheLength - 1) / kNicheLength;
  std::vector<double> interest(niches, 1.0 - chooser.niche_share);
  const double total = static_cast<double>(tables.before.back());
  for (const std::uint32_t niche : chooser.niches) {
    interest[niche] += chooser.niche_share / static_cast<double>(chooser.niches.size()) * total /
                       static_cast<double>(niche_popularity(tables, niche));
  }
  return interest;
}

}  // namespace

ChoiceTables::ChoiceTables(std::vector<std::uint32_t> item_popularity,
                           std::vector<float> item_vectors, std::size_t vector_dimension)
    : popularity(std::move(item_popularity)),
      vectors(std::move(item_vectors)),
      dimension(vector_dimension),
      by_popularity(popularity),
      before(popularity.size() + 1, 0) {
  for (std::size_t i = 0; i < popularity.size(); ++i) before[i + 1] = before[i] + popularity[i];
}

std::vector<Choice> choose_by_rejection(const ChoiceTables& tables, const Chooser& chooser,
                                        std::size_t count, const CounterRandom& random) {
  std::vector<Choice> choices;
  choices.reserve(count);
  ItemSet chosen(static_cast<std::uint32_t>(count));
  std::array<std::uint32_t, kProposals> proposed{};
  std::array<std::uint32_t, kProposals> coin{};
  for (std::uint32_t attempt = 0; choices.size() < count; attempt += kProposals) {
    for (std::uint32_t i = 0; i < kProposals; ++i) {
      const auto words = random.block(chooser.key, attempt + i);
      proposed[i] = propose(tables, chooser, words);
      coin[i] = words[2];
      __builtin_prefetch(tables.vectors.data() + proposed[i] * tables.dimension);
    }
    for (std::uint32_t i = 0; i < kProposals && choices.size() < count; ++i) {
      const float affinity = affinity_of(tables, chooser, proposed[i]);
      if (!accepted(affinity, chooser.cap, coin[i])) continue;
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
  const std::vector<double> interest = niche_interest(tables, chooser);
  std::vector<Arrival> arrivals(tables.items());
  std::array<std::uint32_t, 4> words{};
  for (std::uint32_t item = 0; item < arrivals.size(); ++item) {
    if (item % 4 == 0) words = random.block(chooser.key, item / 4);
    const float affinity = affinity_of(tables, chooser, item);
    // In (0, 1), so that the logarithm is finite and not 0.
    const double uniform = (words[item % 4] + 0.5) * 0x1.0p-32;
    const double rate = tables.popularity[item] * interest[item / kNicheLength] *
                        relative_weight(affinity, chooser.cap);
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

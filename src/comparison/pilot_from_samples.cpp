#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>
#include <vector>

#include "honestrank/base/error.h"
#include "honestrank/base/random.h"
#include "honestrank/comparison/plan.h"
#include "honestrank/estimators/rank_distribution.h"

namespace honestrank {
namespace {

/// Entries of one relevant item, as counts by size; all irrelevant items are taken to be as many as
/// on average.
SampledCounts counts_of(const SampledRanks& sampled) {
  std::map<std::uint64_t, std::vector<double>> users;
  double irrelevant = 0;
  for (std::size_t entry = 0; entry < sampled.size(); ++entry) {
    const UserRanking ranking = sampled.ranks[entry];
    if (ranking.groups.size() != 1 || ranking.relevant() != 1) {
      throw InputError(
          fmt::format("pilot_from_samples: entry {}: expected one relevant item a user; got {}",
                      entry, ranking.relevant()));
    }
    irrelevant += static_cast<double>(sampled.population[entry] - 1);
    const std::uint64_t samples = sampled.samples(entry);
    auto& own = users.try_emplace(samples, samples + 1).first->second;
    const TieGroup& group = ranking.groups[0];
    for (std::uint64_t place = 0; place < group.size; ++place) {
      own[group.above + place] += 1 / static_cast<double>(group.size);
    }
  }
  SampledCounts counts;
  counts.irrelevant = static_cast<std::uint64_t>(
      std::llround(irrelevant / static_cast<double>(std::max<std::size_t>(1, sampled.size()))));
  counts.replacement = sampled.replacement;
  for (auto& [samples, own] : users) counts.sizes.push_back({samples, std::move(own)});
  return counts;
}

}  // namespace

UserRanks pilot_from_samples(const SampledRanks& sampled, std::uint64_t seed) {
  validate(sampled);
  if (sampled.protocol == SamplingProtocol::popularity) {
    throw InputError(
        "pilot_from_samples: expected items drawn uniformly; got items drawn by popularity");
  }
  if (sampled.size() == 0) {
    throw InputError("pilot_from_samples: expected users; got none");
  }
  const SampledCounts counts = counts_of(sampled);
  const RankDistribution learnt = learn_monotone_mle(counts);
  std::vector<std::uint64_t> above;
  const auto users = static_cast<double>(sampled.size());
  std::size_t cell = 0;
  double before = 0;  // probability of the cells above
  for (std::size_t user = 0; user < sampled.size(); ++user) {
    const double share = (static_cast<double>(user) + 0.5) / users;
    while (cell + 1 < learnt.cells.size() && before + learnt.cells[cell].probability <= share) {
      before += learnt.cells[cell].probability;
      ++cell;
    }
    const RankCell& own = learnt.cells[cell];
    const double inside = std::clamp((share - before) / own.probability, 0.0, 1.0);
    const auto offset = static_cast<std::uint64_t>(inside * static_cast<double>(own.ranks));
    above.push_back(own.first + std::min(own.ranks - 1, offset) - 1);
  }
  constexpr std::uint32_t kStream = 0x70696c6f;
  const CounterRandom random(seed, kStream);
  for (std::size_t user = above.size(); user > 1; --user) {
    std::swap(above[user - 1], above[random.below(user, user)]);
  }
  UserRanks ranks;
  for (std::size_t user = 0; user < above.size(); ++user) {
    ranks.user.push_back(static_cast<std::uint32_t>(user));
    ranks.items.push_back(counts.irrelevant + 1);
    ranks.unranked.push_back(0);
    ranks.groups.push_back({above[user], 1, 1});
    ranks.group_begin.push_back(ranks.groups.size());
  }
  return ranks;
}

}  // namespace honestrank

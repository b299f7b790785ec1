#include "estimators/seen_users.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "honestrank/base/error.h"
#include "metrics/user_metrics.h"

namespace honestrank::estimators {
namespace {

using Sizes = std::map<std::uint64_t, std::size_t>;  // places of numbers of samples

/// The samples of an entry. All users are taken to have the mean number of items: where none is
/// drawn twice, those who have more items than that cannot have had more drawn.
std::uint64_t samples_of(const SampledRanks& sampled, std::size_t entry, Replacement replacement,
                         std::uint64_t irrelevant) {
  const std::uint64_t samples = sampled.samples(entry);
  return replacement == Replacement::without ? std::min(samples, irrelevant) : samples;
}

/// Of users who count, less the relevant item.
std::uint64_t mean_irrelevant(const SampledRanks& sampled) {
  double sum = 0;
  double users = 0;
  for (std::size_t entry = 0; entry < sampled.size(); ++entry) {
    if (sampled.ranks[entry].relevant() == 0 || sampled.population[entry] < 2) continue;
    sum += static_cast<double>(sampled.population[entry]);
    ++users;
  }
  return users == 0 ? 0 : static_cast<std::uint64_t>(std::llround(sum / users)) - 1;
}

SeenUsers seen_users(const SampledRanks& sampled, Replacement replacement, const Sizes& sizes,
                     std::string_view estimator) {
  SeenUsers result;
  result.drawn.irrelevant = mean_irrelevant(sampled);
  result.skipped.resize(metrics::kUndefinedReasons);
  for (const auto& [samples, place] : sizes) {
    result.drawn.sizes.push_back({samples, std::vector<double>(samples + 1)});
  }
  for (std::size_t entry = 0; entry < sampled.size(); ++entry) {
    const UserRanking ranking = sampled.ranks[entry];
    const auto skip = [&](metrics::Undefined reason) {
      ++result.skipped[static_cast<std::size_t>(reason)];
    };
    if (ranking.relevant() == 0) {
      skip(metrics::Undefined::no_relevant_item);
      continue;
    }
    if (sampled.samples(entry) == 0 && sampled.population[entry] > ranking.relevant()) {
      throw InputError(fmt::format("estimate: expected samples of entry {}; got none", entry));
    }
    if (ranking.relevant() > 1) {
      throw InputError(fmt::format(
          "estimate: entry {}: expected one relevant item of each user for {}, which learns where "
          "lone items stand; got {}; draw samples of one size and take bv or cls",
          entry, estimator, ranking.relevant()));
    }
    if (sampled.population[entry] == 1) {
      skip(metrics::Undefined::no_irrelevant);
      continue;
    }
    const TieGroup& group = ranking.groups[0];
    const std::uint64_t samples = samples_of(sampled, entry, replacement, result.drawn.irrelevant);
    const std::uint64_t above = std::min(group.above, samples);
    result.users.push_back({sizes.at(samples), above, std::min(group.size - 1, samples - above)});
    result.population += static_cast<double>(sampled.population[entry]);
    result.samples += static_cast<double>(sampled.samples(entry));
  }
  if (result.users.empty()) {
    throw InputError("estimate: expected a user with a relevant and an irrelevant item; got none");
  }
  const auto count = static_cast<double>(result.users.size());
  result.population /= count;
  result.samples /= count;
  result.drawn.replacement = replacement;
  result.adaptive = sampled.protocol == SamplingProtocol::adaptive;
  return result;
}

}  // namespace

bool SeenUsers::has_ties() const {
  return std::any_of(users.begin(), users.end(),
                     [](const SeenUser& user) { return user.tied > 0; });
}

SampledCounts SeenUsers::counts(TiedItems tied) const {
  SampledCounts result = drawn;
  for (const SeenUser& user : users) add(user, tied, result);
  return result;
}

void add(const SeenUser& user, TiedItems tied, SampledCounts& counts) {
  std::vector<double>& users = counts.sizes[user.size].users;
  if (tied != TiedItems::shared) {
    ++users[user.above + (tied == TiedItems::all ? user.tied : 0)];
    return;
  }
  const double share = 1 / (static_cast<double>(user.tied) + 1);
  for (std::uint64_t i = 0; i <= user.tied; ++i) users[user.above + i] += share;
}

SampledCounts counts_of_all(std::span<const SeenUsers> repeats) {
  SampledCounts counts = repeats[0].drawn;
  for (const SeenUsers& seen : repeats) {
    for (const SeenUser& user : seen.users) add(user, TiedItems::shared, counts);
  }
  return counts;
}

std::vector<SeenUsers> seen_users(std::span<const SampledRanks> repeats, Replacement replacement,
                                  std::string_view estimator) {
  Sizes sizes;
  for (const SampledRanks& sampled : repeats) {
    const std::uint64_t irrelevant = mean_irrelevant(sampled);
    for (std::size_t entry = 0; entry < sampled.size(); ++entry) {
      const std::uint64_t samples = samples_of(sampled, entry, replacement, irrelevant);
      if (samples > 0) sizes[samples] = 0;
    }
  }
  std::size_t places = 0;
  for (auto& [samples, place] : sizes) place = places++;
  std::vector<SeenUsers> result;
  for (const SampledRanks& sampled : repeats) {
    result.push_back(seen_users(sampled, replacement, sizes, estimator));
  }
  return result;
}

}  // namespace honestrank::estimators

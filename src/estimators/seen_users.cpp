#include "estimators/seen_users.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>

#include "honestrank/base/error.h"
#include "metrics/user_metrics.h"
#include "sampling/tied_places.h"

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

/// Of users who count, less their relevant items.
std::uint64_t mean_irrelevant(const SampledRanks& sampled) {
  double sum = 0;
  double users = 0;
  for (std::size_t entry = 0; entry < sampled.size(); ++entry) {
    const std::uint64_t relevant = sampled.ranks[entry].relevant();
    if (relevant == 0 || sampled.population[entry] <= relevant) continue;
    sum += static_cast<double>(sampled.population[entry] - relevant);
    ++users;
  }
  return users == 0 ? 0 : static_cast<std::uint64_t>(std::llround(sum / users));
}

void add_items(const UserRanking& ranking, std::uint64_t samples, std::vector<SeenItem>& items) {
  std::uint64_t found = 0;
  for (const TieGroup& group : ranking.groups) {
    const std::uint64_t above = std::min(group.above - found, samples);
    const std::uint64_t tied = std::min(group.size - group.relevant, samples - above);
    for (std::uint64_t place = 1; place <= group.relevant; ++place) {
      items.push_back({above, tied, group.relevant, place});
    }
    found += group.relevant;
  }
}

SeenUsers seen_users(const SampledRanks& sampled, Replacement replacement, const Sizes& sizes) {
  SeenUsers result;
  result.drawn.irrelevant = mean_irrelevant(sampled);
  result.skipped.resize(metrics::kUndefinedReasons);
  for (const auto& [samples, place] : sizes) {
    result.drawn.sizes.push_back({samples, std::vector<double>(samples + 1)});
  }
  for (std::size_t entry = 0; entry < sampled.size(); ++entry) {
    const UserRanking ranking = sampled.ranks[entry];
    const std::uint64_t relevant = ranking.relevant();
    const auto skip = [&](metrics::Undefined reason) {
      ++result.skipped[static_cast<std::size_t>(reason)];
    };
    if (relevant == 0) {
      skip(metrics::Undefined::no_relevant_item);
      continue;
    }
    if (sampled.population[entry] <= relevant) {
      skip(metrics::Undefined::no_irrelevant);
      continue;
    }
    if (sampled.samples(entry) == 0) {
      throw InputError(fmt::format("estimate: expected samples of entry {}; got none", entry));
    }
    const std::uint64_t samples = samples_of(sampled, entry, replacement, result.drawn.irrelevant);
    result.users.push_back({sizes.at(samples), relevant, result.items.size()});
    add_items(ranking, samples, result.items);
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

void add_all(const SeenUsers& seen, SampledCounts& counts) {
  for (const SeenUser& user : seen.users) {
    for (std::size_t order = 0; order < user.relevant; ++order) {
      add(seen.items[user.first_item + order], TiedItems::shared, 1, counts.sizes[user.size]);
    }
  }
}

}  // namespace

bool SeenUsers::has_ties() const {
  return std::any_of(items.begin(), items.end(),
                     [](const SeenItem& item) { return item.tied > 0; });
}

std::vector<std::uint64_t> SeenUsers::numbers_of_relevant() const {
  std::vector<std::uint64_t> numbers;
  for (const SeenUser& user : users) numbers.push_back(user.relevant);
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

SampledCounts SeenUsers::counts() const {
  SampledCounts result = drawn;
  add_all(*this, result);
  return result;
}

void add(const SeenItem& item, TiedItems tied, double weight, SampledCounts::Size& counts) {
  if (tied != TiedItems::shared) {
    counts.users[item.above + (tied == TiedItems::all ? item.tied : 0)] += weight;
    return;
  }
  sampling::for_tied_places(item.tied, item.relevant, item.place,
                            [&](std::uint64_t number, double share) {
                              counts.users[item.above + number] += weight * share;
                            });
}

SampledCounts counts_of_all(std::span<const SeenUsers> repeats) {
  SampledCounts counts = repeats[0].drawn;
  for (const SeenUsers& seen : repeats) add_all(seen, counts);
  return counts;
}

std::vector<SeenUsers> seen_users(std::span<const SampledRanks> repeats, Replacement replacement) {
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
    result.push_back(seen_users(sampled, replacement, sizes));
  }
  return result;
}

void require_lone_items(const SampledRanks& sampled, std::string_view estimator,
                        std::string_view why, std::string_view advice) {
  for (std::size_t entry = 0; entry < sampled.size(); ++entry) {
    const std::uint64_t relevant = sampled.ranks[entry].relevant();
    if (relevant <= 1) continue;
    throw InputError(fmt::format(
        "estimate: entry {}: expected one relevant item of each user for {}, {}; got {}; {}", entry,
        estimator, why, relevant, advice));
  }
}

}  // namespace honestrank::estimators

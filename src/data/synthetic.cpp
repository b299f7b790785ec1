#include "honestrank/data/synthetic.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <sstream>
#include <string>
#include <utility>

#include "data/numbered_ids.h"
#include "data/successive_sampling.h"
#include "data/synthetic_items.h"
#include "data/synthetic_random.h"
#include "data/synthetic_series.h"
#include "data/synthetic_users.h"
#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"

namespace honestrank {
namespace {

/// A taste is cut off at this many standard deviations of a user's affinities: the best five
/// per cent of the items are equally dear, and one proposal in six or so is accepted.
constexpr double kCapDeviations = 1.6;

/// How many of a user's interactions come from following series.
constexpr double kSeriesShare = 0.22;

/// What a rating is made of, in units of its standard deviation before rounding.
constexpr double kQualityWeight = 0.54;
constexpr double kMildnessWeight = 0.37;
constexpr double kTasteWeight = 0.36;
constexpr double kNoiseWeight = 0.66;

/// Where the sum of these becomes a 2, 3, 4 and 5.
constexpr std::array<double, 4> kRatingSteps = {-0.965, -0.385, 0.385, 1.3};

/// The first day of 2000 (UTC); users join within three years of it.
constexpr std::int64_t kFirstJoin = 946684800;
constexpr std::uint64_t kJoinSeconds = std::uint64_t{3} * 365 * 86400;

constexpr std::uint32_t kUsersPerBlock = 64;
constexpr std::uint32_t kBlocksAhead = 8;

template <typename Number>
void check_range(const char* option, Number value, Number lowest, Number highest) {
  if (value >= lowest && value <= highest) return;
  std::ostringstream message;
  message << "SyntheticDataset: expected " << option << " from " << lowest << " to " << highest
          << "; got " << value;
  throw InputError(message.str());
}

std::uint32_t largest_activity(const SyntheticOptions& options) {
  return static_cast<std::uint32_t>(std::uint64_t{options.items} * 2 / 3);
}

const SyntheticOptions& checked(const SyntheticOptions& options) {
  constexpr std::uint32_t kMostIds = std::numeric_limits<std::uint32_t>::max() - 1;
  check_range<std::uint32_t>("users", options.users, 1, kMostIds);
  check_range<std::uint32_t>("items", options.items, 1, kMostIds);
  check_range<std::uint32_t>("latent_dimension", options.latent_dimension, 1, 256);
  check_range<double>("taste_strength", options.taste_strength, 0, 3);
  const std::uint64_t least = std::uint64_t{options.users} * options.minimum_activity;
  const std::uint64_t most = std::uint64_t{options.users} * largest_activity(options);
  if (options.interactions < least || options.interactions > most) {
    throw InputError("SyntheticDataset: expected " + std::to_string(least) + " (" +
                     std::to_string(options.minimum_activity) + " a user) to " +
                     std::to_string(most) + " (two thirds of the items a user) interactions; got " +
                     std::to_string(options.interactions));
  }
  return options;
}

void check_number(const char* what, std::uint32_t number, std::uint32_t count) {
  if (number < count) return;
  throw InputError("SyntheticDataset: expected " + std::string(what) + " number below " +
                   std::to_string(count) + "; got " + std::to_string(number));
}

float cap_of(std::span<const float> taste, std::uint32_t dimension) {
  double squares = 0;
  for (const float value : taste) {
    squares += static_cast<double>(value) * static_cast<double>(value);
  }
  // Item vectors have about length 1, so hardly an affinity is above the length of the taste.
  const double deviations = std::min(kCapDeviations / std::sqrt(dimension), 1.0);
  return static_cast<float>(deviations * std::sqrt(squares));
}

std::uint8_t rating_of(double score) {
  const auto below = std::upper_bound(kRatingSteps.begin(), kRatingSteps.end(), score);
  return static_cast<std::uint8_t>(1 + (below - kRatingSteps.begin()));
}

/// The order in which `user` comes to its choices: the last is drawn first, each in inverse
/// proportion to its urgency. (The smallest of uniform numbers times rates is such a draw as long
/// as they are small, which the last ones are.)
void sort_by_time(const std::vector<float>& urgency, std::uint32_t user,
                  const CounterRandom& random, std::vector<Choice>& choices) {
  std::vector<std::pair<float, Choice>> keyed(choices.size());
  std::array<std::uint32_t, 4> words{};
  for (std::uint32_t i = 0; i < choices.size(); ++i) {
    if (i % 4 == 0) words = random.block(user, i / 4);
    const float uniform = (static_cast<float>(words[i % 4] >> 8) + 0.5F) * 0x1.0p-24F;
    keyed[i] = {uniform * urgency[choices[i].item], choices[i]};
  }
  std::sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) {
    return a.first != b.first ? a.first > b.first : a.second.item < b.second.item;
  });
  for (std::size_t i = 0; i < choices.size(); ++i) choices[i] = keyed[i].second;
}

/// Seconds until the next interaction: under a minute, or now and then up to ten days.
std::int64_t pause(const std::array<std::uint32_t, 4>& words) {
  const bool new_session = words[0] % 40 == 0;
  return new_session ? 3600 + words[1] % (10 * 86400) : 1 + words[1] % 59;
}

}  // namespace

struct SyntheticDataset::Tables {
  ItemTables items;
  ActivityCurve activity;

  explicit Tables(const SyntheticOptions& options)
      : items(make_item_tables(options)),
        activity(static_cast<double>(options.interactions) / options.users,
                 options.minimum_activity, largest_activity(options)) {}
};

SyntheticDataset::SyntheticDataset(const SyntheticOptions& options)
    : options_(checked(options)), tables_(std::make_shared<const Tables>(options_)) {}

std::uint32_t SyntheticDataset::activity(std::uint32_t user) const {
  check_number("a user", user, options_.users);
  const auto random = synthetic_random(options_.seed, SyntheticStream::user_activity);
  return tables_->activity.at(spread(random, user, options_.users));
}

std::vector<SyntheticInteraction> SyntheticDataset::interactions_of(std::uint32_t user) const {
  const std::uint32_t count = activity(user);
  const std::vector<float> taste = synthetic_taste(options_, user);
  const Chooser chooser{user, taste, cap_of(taste, options_.latent_dimension)};
  const auto random_of = [&](SyntheticStream stream) {
    return synthetic_random(options_.seed, stream);
  };
  const auto followed = static_cast<std::uint32_t>(kSeriesShare * count);
  std::vector<Choice> choices = choose(tables_->items.choices, chooser, count - followed,
                                       random_of(SyntheticStream::choices));
  follow_series(tables_->items.choices, chooser, count, random_of(SyntheticStream::series_choices),
                choices);
  sort_by_time(tables_->items.urgency, user, random_of(SyntheticStream::order), choices);

  const CounterRandom noise = random_of(SyntheticStream::ratings);
  const CounterRandom times = random_of(SyntheticStream::times);
  const double mildness =
      kMildnessWeight * bell(random_of(SyntheticStream::user_mildness), user, 0);
  const double taste_weight =
      options_.taste_strength > 0 ? kTasteWeight / options_.taste_strength : 0.0;
  std::int64_t time = kFirstJoin + static_cast<std::int64_t>(times.below(kJoinSeconds, user, 0));
  std::vector<SyntheticInteraction> interactions(count);
  for (std::uint32_t i = 0; i < count; ++i) {
    const Choice& choice = choices[i];
    const double score =
        mildness + kQualityWeight * static_cast<double>(tables_->items.quality[choice.item]) +
        taste_weight * static_cast<double>(choice.affinity) + kNoiseWeight * bell(noise, user, i);
    time += pause(times.block(user, i + 1));
    interactions[i] = {time, choice.item, rating_of(score)};
  }
  return interactions;
}

SyntheticUser SyntheticDataset::user(std::uint32_t user) const {
  check_number("a user", user, options_.users);
  return describe_user(options_, user);
}

SyntheticItem SyntheticDataset::item(std::uint32_t item) const {
  check_number("an item", item, options_.items);
  return describe_item(options_, item);
}

void generate(const SyntheticDataset& dataset, std::uint32_t first, std::uint32_t last,
              const SyntheticSink& sink, unsigned threads) {
  if (first > last || last > dataset.options().users) {
    throw InputError(
        "generate: expected users first <= last <= " + std::to_string(dataset.options().users) +
        "; got " + std::to_string(first) + " and " + std::to_string(last));
  }
  const std::uint64_t wave = std::uint64_t{thread_count(threads)} * kBlocksAhead * kUsersPerBlock;
  std::vector<std::vector<SyntheticInteraction>> ready;
  for (std::uint64_t begin = first; begin < last; begin += wave) {
    const std::uint64_t end = std::min<std::uint64_t>(last, begin + wave);
    ready.resize(end - begin);
    parallel_for(ready.size(), kUsersPerBlock, threads, [&](const Block& block) {
      for (std::size_t i = block.begin; i < block.end; ++i) {
        ready[i] = dataset.interactions_of(static_cast<std::uint32_t>(begin + i));
      }
    });
    for (std::size_t i = 0; i < ready.size(); ++i) {
      sink(static_cast<std::uint32_t>(begin + i), ready[i]);
    }
  }
}

Interactions make_synthetic(const SyntheticOptions& options, unsigned threads) {
  const SyntheticDataset dataset(options);
  Interactions interactions;
  interactions.users = numbered_ids('u', options.users);
  interactions.items = numbered_ids('i', options.items);
  std::vector<std::size_t> begin(std::size_t{options.users} + 1, 0);
  for (std::uint32_t user = 0; user < options.users; ++user) {
    begin[user + 1] = begin[user] + dataset.activity(user);
  }
  interactions.user.resize(begin.back());
  interactions.item.resize(begin.back());
  interactions.rating.resize(begin.back());
  interactions.timestamp.resize(begin.back());
  parallel_for(options.users, kUsersPerBlock, threads, [&](const Block& block) {
    for (std::size_t user = block.begin; user < block.end; ++user) {
      std::size_t row = begin[user];
      for (const SyntheticInteraction& it :
           dataset.interactions_of(static_cast<std::uint32_t>(user))) {
        interactions.user[row] = static_cast<std::uint32_t>(user);
        interactions.item[row] = it.item;
        interactions.rating[row] = it.rating;
        interactions.timestamp[row] = it.timestamp;
        ++row;
      }
    }
  });
  return interactions;
}

}  // namespace honestrank

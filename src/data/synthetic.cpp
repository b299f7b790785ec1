#include "honestrank/data/synthetic.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "data/successive_sampling.h"
#include "data/synthetic_items.h"
#include "data/synthetic_random.h"
#include "data/synthetic_users.h"
#include "data/synthetic_series.h"
#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"

namespace honestrank {
namespace {

/// A taste is cut off at this many standard deviations of a user's affinities: the best one or two
/// per cent of the items are equally dear, and one proposal in eight or so is accepted.
constexpr double kCapDeviations = 2.2;

/// What a rating is made of, in units of its standard deviation before rounding.
constexpr double kQualityWeight = 0.47;
constexpr double kMildnessWeight = 0.38;
constexpr double kTasteWeight = 0.36;
constexpr double kNoiseWeight = 0.70;

/// Where the sum of these becomes a 2, 3, 4 and 5.
constexpr std::array<double, 4> kRatingSteps = {-1.15, -0.5, 0.35, 1.25};

/// The first day of 2000 (UTC); users join within three years of it.
constexpr std::int64_t kFirstJoin = 946684800;
constexpr std::uint64_t kJoinSeconds = std::uint64_t{3} * 365 * 86400;

constexpr std::uint32_t kUsersPerBlock = 64;
constexpr std::uint32_t kBlocksAhead = 8;

void check_range(const char* option, double value, double lowest, double highest) {
  if (value >= lowest && value <= highest) return;
  const auto text = [](double number) {
    const std::string digits = std::to_string(number);
    return digits.substr(0, digits.find_last_not_of('0') + 1);
  };
  throw InputError("SyntheticDataset: expected " + std::string(option) + " from " + text(lowest) +
                   " to " + text(highest) + "; got " + text(value));
}

std::uint32_t largest_activity(const SyntheticOptions& options) {
  return static_cast<std::uint32_t>(std::uint64_t{options.items} * 2 / 3);
}

const SyntheticOptions& checked(const SyntheticOptions& options) {
  constexpr double kMostIds = 4294967294.0;
  check_range("users", options.users, 1, kMostIds);
  check_range("items", options.items, 1, kMostIds);
  check_range("latent_dimension", options.latent_dimension, 1, 256);
  check_range("taste_strength", options.taste_strength, 0, 3);
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
  for (const float value : taste) squares += static_cast<double>(value) * static_cast<double>(value);
  return static_cast<float>(kCapDeviations * std::sqrt(squares / dimension));
}

std::uint8_t rating_of(double score) {
  std::uint8_t rating = 1;
  for (const double step : kRatingSteps) rating = static_cast<std::uint8_t>(rating + (score >= step ? 1 : 0));
  return rating;
}

/// Seconds until the next interaction: under a minute, or now and then up to ten days.
std::int64_t pause(const std::array<std::uint32_t, 4>& words) {
  const bool new_session = words[0] % 40 == 0;
  return new_session ? 3600 + words[1] % (10 * 86400) : 1 + words[1] % 59;
}

IdMap numbered_ids(char prefix, std::uint32_t count) {
  IdMap ids;
  ids.reserve(count);
  for (std::uint64_t number = 1; number <= count; ++number) {
    std::string id(1, prefix);
    id += std::to_string(number);
    ids.add(id);
  }
  return ids;
}

}  // namespace

struct SyntheticDataset::Tables {
  std::vector<float> genre_vectors;
  ChoiceTables choices;
  std::vector<float> quality;
  ActivityCurve activity;

  explicit Tables(const SyntheticOptions& options)
      : genre_vectors(make_genre_vectors(options)),
        choices(make_choice_tables(options, genre_vectors)),
        quality(options.items),
        activity(static_cast<double>(options.interactions) / options.users,
                 options.minimum_activity, largest_activity(options)) {
    for (std::uint32_t i = 0; i < options.items; ++i) {
      quality[i] = static_cast<float>(synthetic_quality(options, i));
    }
  }
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
  const std::uint64_t seed = options_.seed;
  const std::vector<float> taste = synthetic_taste(options_, tables_->genre_vectors, user);
  Chooser chooser;
  chooser.key = user;
  chooser.taste = taste;
  chooser.cap = cap_of(taste, options_.latent_dimension);
  // The niches are those of a few items the user would choose.
  static const double ns=getenv("NS")?atof(getenv("NS")):0.4, nd=getenv("ND")?atof(getenv("ND")):50, nb=getenv("NB")?atof(getenv("NB")):3;
  std::vector<std::uint32_t> niches;
  const std::size_t count_niches = std::min<std::size_t>((std::size_t)(nb+count/nd),options_.items/12+1);
  for (const Choice& c : choose_by_rejection(tables_->choices, chooser, count_niches, synthetic_random(seed, SyntheticStream::series))) niches.push_back(c.item/kNicheLength);
  chooser.niches = niches;
  chooser.niche_share = ns;
  const std::vector<Choice> choices = follow_series(tables_->choices,chooser,
      choose(tables_->choices, chooser, count, synthetic_random(seed, SyntheticStream::choices)),synthetic_random(seed, SyntheticStream::times));

  const auto noise = synthetic_random(seed, SyntheticStream::ratings);
  const auto times = synthetic_random(seed, SyntheticStream::times);
  const double mildness =
      kMildnessWeight * bell(synthetic_random(seed, SyntheticStream::user_mildness), user, 0);
  const double taste_weight =
      options_.taste_strength > 0 ? kTasteWeight / options_.taste_strength : 0.0;
  std::int64_t time = kFirstJoin + static_cast<std::int64_t>(times.below(kJoinSeconds, user, 0));
  std::vector<SyntheticInteraction> interactions(choices.size());
  for (std::uint32_t i = 0; i < choices.size(); ++i) {
    const Choice& choice = choices[i];
    const double score = mildness +
                         kQualityWeight * static_cast<double>(tables_->quality[choice.item]) +
                         taste_weight * static_cast<double>(choice.affinity) +
                         kNoiseWeight * bell(noise, user, i);
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
    throw InputError("generate: expected users first <= last <= " +
                     std::to_string(dataset.options().users) + "; got " + std::to_string(first) +
                     " and " + std::to_string(last));
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
      for (const SyntheticInteraction& it : dataset.interactions_of(static_cast<std::uint32_t>(user))) {
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

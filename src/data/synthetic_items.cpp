#include "data/synthetic_items.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <string>
#include <utility>

#include "base/portable_math.h"
#include "data/synthetic_random.h"
#include "data/synthetic_series.h"

namespace honestrank {
namespace {

constexpr std::array<std::string_view, kGenres> kGenreNames = {
    "Action",      "Adventure", "Animation", "Children's", "Comedy", "Crime",
    "Documentary", "Drama",     "Fantasy",   "Film-Noir",  "Horror", "Musical",
    "Mystery",     "Romance",   "Sci-Fi",    "Thriller",   "War",    "Western"};

/// How common the genres are, per thousand namings.
constexpr std::array<std::uint32_t, kGenres> kGenreFrequency = {
    80, 45, 17, 40, 188, 32, 18, 241, 11, 7, 55, 18, 17, 74, 44, 78, 23, 12};

/// Out of a thousand items so many have at most 1, 2, 3 genres; the others have 4.
constexpr std::array<std::uint32_t, 3> kAtMostGenres = {508, 857, 969};

/// The weight of an item at quantile p of the popularities is, with e = -log(1-p),
/// floor + e^body * exp(head * e): a Weibull law with the head of a power law.
constexpr double kPopularityFloor = 0.004;
constexpr double kPopularityBody = 1.55;
constexpr double kPopularityHead = 0.17;

/// The part of an item's vector, in squares, that its genres explain.
constexpr double kGenreShare = 0.5;

/// The part of an item's quality, in squares, that goes with its popularity.
constexpr double kPopularQualityShare = 0.27;

/// Users come to the items they chose with the popular ones a little earlier: the last is drawn
/// with a probability proportional to popularity to the power of minus this.
constexpr double kUrgencyExponent = 0.22;

constexpr std::array<std::string_view, 32> kAdjectives = {
    "Quiet",  "Golden", "Broken",   "Distant", "Hidden",  "Burning",  "Silver",   "Endless",
    "Frozen", "Secret", "Crimson",  "Lonely",  "Savage",  "Gentle",   "Hollow",   "Midnight",
    "Lost",   "Paper",  "Electric", "Wild",    "Velvet",  "Iron",     "Sleeping", "Last",
    "Second", "Blue",   "Restless", "Stolen",  "Perfect", "Northern", "Crooked",  "Bright"};
constexpr std::array<std::string_view, 32> kNouns = {
    "Harbour",   "River",    "Garden",  "Station", "Summer",  "Witness",    "Kingdom", "Letter",
    "Mountain",  "Stranger", "Dream",   "Bridge",  "Orchard", "Signal",     "Voyage",  "Mirror",
    "Detective", "Island",   "Promise", "Shadow",  "Winter",  "Circus",     "Engine",  "Road",
    "Daughter",  "Soldier",  "Planet",  "Waltz",   "Thief",   "Lighthouse", "Gambler", "Horizon"};

/// The parts of a series are about equally popular, the series are not.
double popularity_quantile(const SyntheticOptions& options, std::uint32_t item) {
  const auto random = synthetic_random(options.seed, SyntheticStream::item_popularity);
  const std::uint32_t series_count = (options.items - 1) / kSeriesLength + 1;
  const double part = item % kSeriesLength - 0.5 * (kSeriesLength - 1);
  const double edge = 0.5 / options.items;
  return std::clamp(spread(random, item / kSeriesLength, series_count) + part / options.items, edge,
                    1.0 - edge);
}

double popularity_weight(double quantile) {
  const double e = -portable::log1p(-quantile);
  return kPopularityFloor + portable::pow(e, kPopularityBody) * portable::exp(kPopularityHead * e);
}

/// The genres of a series: bit g is set for genre g; at least one is.
std::uint32_t genre_mask(const SyntheticOptions& options, std::uint32_t series) {
  const auto random = synthetic_random(options.seed, SyntheticStream::series_genres);
  const std::uint64_t draw = random.below(1000, series, 0);
  std::uint32_t wanted = 1;
  for (const std::uint32_t at_most : kAtMostGenres) wanted += draw >= at_most ? 1U : 0U;
  std::uint32_t mask = 0;
  // A genre drawn twice counts once, so some have fewer than wanted.
  for (std::uint32_t i = 1; i <= wanted; ++i) {
    std::uint64_t left = random.below(1000, series, i);
    std::uint32_t genre = 0;
    for (; left >= kGenreFrequency[genre]; ++genre) left -= kGenreFrequency[genre];
    mask |= std::uint32_t{1} << genre;
  }
  return mask;
}

bool has_genre(std::uint32_t mask, std::size_t genre) { return (mask >> genre & 1U) != 0; }

void normalize(std::span<double> vector) {
  double squares = 0;
  for (const double value : vector) squares += value * value;
  if (squares == 0) return;
  const double scale = 1.0 / std::sqrt(squares);
  for (double& value : vector) value *= scale;
}

void fill_direction(const CounterRandom& random, std::uint64_t key, std::span<double> vector) {
  for (std::uint32_t i = 0; i < vector.size(); ++i) vector[i] = bell(random, key, i);
  normalize(vector);
}

/// A random unit vector for each genre.
std::vector<std::vector<double>> make_genre_vectors(const SyntheticOptions& options) {
  const auto random = synthetic_random(options.seed, SyntheticStream::genre_vectors);
  std::vector<std::vector<double>> vectors(kGenres);
  for (std::size_t genre = 0; genre < kGenres; ++genre) {
    vectors[genre].resize(options.latent_dimension);
    fill_direction(random, genre, vectors[genre]);
  }
  return vectors;
}

/// What the parts of a series have in common, from its genres.
struct SeriesTraits {
  std::vector<double> direction;
  GenreLeaning leaning;
};

SeriesTraits traits_of(const SyntheticOptions& options, std::uint32_t series,
                       const std::vector<std::vector<double>>& genre_vectors) {
  const std::uint32_t mask = genre_mask(options, series);
  const double share = 1.0 / std::popcount(mask);
  SeriesTraits traits{std::vector<double>(options.latent_dimension, 0.0), {}};
  for (std::size_t genre = 0; genre < kGenres; ++genre) {
    if (!has_genre(mask, genre)) continue;
    traits.leaning.female += share * kGenreLeanings[genre].female;
    traits.leaning.older += share * kGenreLeanings[genre].older;
    for (std::size_t i = 0; i < traits.direction.size(); ++i) {
      traits.direction[i] += genre_vectors[genre][i];
    }
  }
  normalize(traits.direction);
  return traits;
}

/// Latent directions, of the genres and of the item's own, and the leanings of the genres.
std::vector<float> make_item_vectors(const SyntheticOptions& options) {
  const auto random = synthetic_random(options.seed, SyntheticStream::item_vectors);
  const std::vector<std::vector<double>> genre_vectors = make_genre_vectors(options);
  const std::size_t length = vector_length(options);
  std::vector<float> vectors(options.items * length, 0.0F);
  std::vector<double> own(options.latent_dimension);
  SeriesTraits traits;
  for (std::uint32_t item = 0; item < options.items; ++item) {
    if (item % kSeriesLength == 0) {
      traits = traits_of(options, item / kSeriesLength, genre_vectors);
    }
    fill_direction(random, item, own);
    for (std::size_t i = 0; i < own.size(); ++i) {
      own[i] = std::sqrt(kGenreShare) * traits.direction[i] + std::sqrt(1 - kGenreShare) * own[i];
    }
    normalize(own);
    float* vector = vectors.data() + item * length;
    for (const double value : own) *vector++ = static_cast<float>(value);
    *vector++ = static_cast<float>(traits.leaning.female);
    *vector++ = static_cast<float>(traits.leaning.older);
  }
  return vectors;
}

}  // namespace

std::span<const std::string_view> synthetic_genres() noexcept { return kGenreNames; }

ItemTables make_item_tables(const SyntheticOptions& options) {
  const auto random = synthetic_random(options.seed, SyntheticStream::item_quality);
  const double largest = popularity_weight(1.0 - 0.5 / options.items);
  std::vector<std::uint32_t> popularity(options.items);
  std::vector<float> quality(options.items);
  std::vector<float> urgency(options.items);
  for (std::uint32_t item = 0; item < options.items; ++item) {
    const double quantile = popularity_quantile(options, item);
    const double weight = popularity_weight(quantile) / largest;
    // Whole numbers, so that the last bit of a library function does not matter.
    popularity[item] = static_cast<std::uint32_t>(std::max(1.0, std::round(weight * 0x1.0p30)));
    urgency[item] = static_cast<float>(portable::pow(weight, kUrgencyExponent));
    // Uniform quantiles have the variance 1/12.
    quality[item] = static_cast<float>(std::sqrt(12.0 * kPopularQualityShare) * (quantile - 0.5) +
                                       std::sqrt(1 - kPopularQualityShare) * bell(random, item, 0));
  }
  AliasTable by_popularity(popularity);
  return {{std::move(popularity), make_item_vectors(options), vector_length(options),
           std::move(by_popularity)},
          std::move(quality),
          std::move(urgency)};
}

SyntheticItem describe_item(const SyntheticOptions& options, std::uint32_t item) {
  const std::uint32_t series = item / kSeriesLength;
  const std::uint32_t part = item % kSeriesLength;
  const auto words = synthetic_random(options.seed, SyntheticStream::series_titles).block(series);
  SyntheticItem description;
  // Recent years are more frequent: the smaller of two uniform ages.
  description.year =
      1993 - static_cast<int>(std::min(words[0] % 70, words[1] % 70)) + static_cast<int>(part);
  description.title = "The ";
  description.title += kAdjectives[words[2] % kAdjectives.size()];
  description.title += ' ';
  description.title += kNouns[words[3] % kNouns.size()];
  if (part > 0) description.title += ' ' + std::to_string(part + 1);
  description.title += " (" + std::to_string(description.year) + ")";
  const std::uint32_t mask = genre_mask(options, series);
  for (std::size_t genre = 0; genre < kGenres; ++genre) {
    if (has_genre(mask, genre)) description.genres.push_back(kGenreNames[genre]);
  }
  return description;
}

}  // namespace honestrank

#include "data/synthetic_items.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "data/synthetic_random.h"
#include "data/synthetic_series.h"

namespace honestrank {
namespace {

constexpr std::array<std::string_view, kGenres> kGenreNames = {
    "Action",    "Adventure", "Animation", "Children's", "Comedy",  "Crime",
    "Documentary", "Drama",   "Fantasy",   "Film-Noir",  "Horror",  "Musical",
    "Mystery",   "Romance",   "Sci-Fi",    "Thriller",   "War",     "Western"};

/// How common the genres are, per thousand namings.
constexpr std::array<std::uint32_t, kGenres> kGenreFrequency = {80, 45, 17, 40, 188, 32, 18, 241, 11,
                                                                7,  55, 18, 17, 74,  44, 78, 23,  12};

/// Per thousand items: up to 1, 2, 3, 4 genres.
constexpr std::array<std::uint32_t, 4> kUpToGenres = {508, 857, 969, 1000};

/// The weight of an item at quantile p of the popularities is, with e = -log(1-p),
/// floor + e^body * exp(head * e): a Weibull law whose head is as heavy as a power law's.
/// docs/synthetic_data.md shows the fit.
constexpr double kPopularityFloor = 0.004;
constexpr double kPopularityBody = 1.55;
constexpr double kPopularityHead = 0.16;

/// The part of an item's vector, in squares, that its genres explain.
constexpr double kGenreShare = 0.5;

/// The part of an item's quality, in squares, that goes with its popularity.
constexpr double kPopularQualityShare = 0.15;

constexpr std::array<std::string_view, 32> kAdjectives = {
    "Quiet",  "Golden", "Broken", "Distant", "Hidden",  "Burning", "Silver", "Endless",
    "Frozen", "Secret", "Crimson", "Lonely", "Savage",  "Gentle",  "Hollow", "Midnight",
    "Lost",   "Paper",  "Electric", "Wild",  "Velvet",  "Iron",    "Sleeping", "Last",
    "Second", "Blue",   "Restless", "Stolen", "Perfect", "Northern", "Crooked", "Bright"};
constexpr std::array<std::string_view, 32> kNouns = {
    "Harbour", "River",  "Garden", "Station", "Summer", "Witness", "Kingdom", "Letter",
    "Mountain", "Stranger", "Dream", "Bridge", "Orchard", "Signal", "Voyage", "Mirror",
    "Detective", "Island", "Promise", "Shadow", "Winter", "Circus", "Engine", "Road",
    "Daughter", "Soldier", "Planet", "Waltz", "Thief", "Lighthouse", "Gambler", "Horizon"};

double popularity_quantile(const SyntheticOptions& options, std::uint32_t item) {
  const auto random = synthetic_random(options.seed, SyntheticStream::item_popularity);
  std::uint32_t series=item/kSeriesLength, S=(options.items+kSeriesLength-1)/kSeriesLength;
  double e=.5/options.items;
  return std::clamp(spread(random, series, S)+(item%kSeriesLength-kSeriesLength*.5+.5)/options.items,e,1-e);
}

double popularity_weight(double quantile) {
  const double e = -std::log1p(-quantile);
  return kPopularityFloor + std::pow(e, kPopularityBody) * std::exp(kPopularityHead * e);
}

/// Bit g is set if the item is of genre g; at least one is.
std::uint32_t genre_mask(const SyntheticOptions& options, std::uint32_t item) {
  const auto random = synthetic_random(options.seed, SyntheticStream::item_genres);
  const std::uint64_t draw = random.below(1000, item, 0);
  int wanted = 1;
  for (const std::uint32_t up_to : kUpToGenres) wanted += draw >= up_to ? 1 : 0;
  std::uint32_t mask = 0;
  // A genre drawn twice counts once, so some items have fewer than wanted.
  for (int i = 1; i <= wanted; ++i) {
    auto left = static_cast<std::int64_t>(random.below(1000, item, static_cast<std::uint32_t>(i)));
    std::uint32_t genre = 0;
    while ((left -= kGenreFrequency[genre]) >= 0) ++genre;
    mask |= std::uint32_t{1} << genre;
  }
  return mask;
}

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

}  // namespace

std::span<const std::string_view> synthetic_genres() noexcept { return kGenreNames; }

std::vector<float> make_genre_vectors(const SyntheticOptions& options) {
  const auto random = synthetic_random(options.seed, SyntheticStream::genre_vectors);
  const std::size_t stride = padded_dimension(options);
  std::vector<float> vectors(kGenres * stride, 0.0F);
  std::vector<double> direction(options.latent_dimension);
  for (std::size_t genre = 0; genre < kGenres; ++genre) {
    fill_direction(random, genre, direction);
    for (std::size_t i = 0; i < direction.size(); ++i) {
      vectors[genre * stride + i] = static_cast<float>(direction[i]);
    }
  }
  return vectors;
}

ChoiceTables make_choice_tables(const SyntheticOptions& options,
                                std::span<const float> genre_vectors) {
  const auto random = synthetic_random(options.seed, SyntheticStream::item_vectors);
  const std::size_t stride = padded_dimension(options);
  // The largest weight becomes 2^30.
  const double scale = 0x1.0p30 / popularity_weight(1.0 - 0.5 / options.items);
  std::vector<std::uint32_t> popularity(options.items);
  std::vector<float> vectors(options.items * stride, 0.0F);
  std::vector<double> own(options.latent_dimension);
  std::vector<double> shared(options.latent_dimension);
  for (std::uint32_t item = 0; item < options.items; ++item) {
    const double weight = scale * popularity_weight(popularity_quantile(options, item));
    popularity[item] = static_cast<std::uint32_t>(std::max(1.0, std::round(weight)));

    const std::uint32_t mask = genre_mask(options, item);
    std::fill(shared.begin(), shared.end(), 0.0);
    for (std::size_t genre = 0; genre < kGenres; ++genre) {
      if ((mask >> genre & 1U) == 0) continue;
      for (std::size_t i = 0; i < shared.size(); ++i) {
        shared[i] += static_cast<double>(genre_vectors[genre * stride + i]);
      }
    }
    normalize(shared);
    fill_direction(random, item, own);
    for (std::size_t i = 0; i < own.size(); ++i) {
      own[i] = std::sqrt(kGenreShare) * shared[i] + std::sqrt(1 - kGenreShare) * own[i];
    }
    normalize(own);
    for (std::size_t i = 0; i < own.size(); ++i) {
      vectors[item * stride + i] = static_cast<float>(own[i]);
    }
  }
  return {std::move(popularity), std::move(vectors), stride};
}

double synthetic_quality(const SyntheticOptions& options, std::uint32_t item) {
  const auto random = synthetic_random(options.seed, SyntheticStream::item_quality);
  // Uniform quantiles scaled to variance 1.
  const double popular = (popularity_quantile(options, item) - 0.5) * std::sqrt(12.0);
  return std::sqrt(kPopularQualityShare) * popular +
         std::sqrt(1 - kPopularQualityShare) * bell(random, item, 0);
}

SyntheticItem describe_item(const SyntheticOptions& options, std::uint32_t item) {
  const auto words = synthetic_random(options.seed, SyntheticStream::item_titles).block(item);
  SyntheticItem description;
  // The smaller of two uniform ages: recent years are more frequent.
  description.year = 2000 - static_cast<int>(std::min(words[0] % 80, words[1] % 80));
  description.title = "The " + std::string(kAdjectives[words[2] % kAdjectives.size()]) + " " +
                      std::string(kNouns[words[3] % kNouns.size()]) + " (" +
                      std::to_string(description.year) + ")";
  const std::uint32_t mask = genre_mask(options, item);
  for (std::size_t genre = 0; genre < kGenres; ++genre) {
    if ((mask >> genre & 1U) != 0) description.genres.push_back(kGenreNames[genre]);
  }
  return description;
}

}  // namespace honestrank

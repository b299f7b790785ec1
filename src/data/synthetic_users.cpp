#include "data/synthetic_users.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/portable_math.h"
#include "data/synthetic_items.h"
#include "data/synthetic_random.h"

namespace honestrank {
namespace {

/// Exponent of the stretched exponential of activities; docs/synthetic_data.md shows the fit.
constexpr double kActivityExponent = 0.757;

/// Users out of 1000 in each age group and occupation.
constexpr std::array<int, 7> kAges = {1, 18, 25, 35, 45, 50, 56};
constexpr std::array<std::uint32_t, 7> kAgeShare = {37, 183, 347, 197, 91, 82, 63};
constexpr std::array<std::uint32_t, 21> kOccupationShare = {
    118, 87, 44, 29, 126, 19, 39, 112, 3, 15, 32, 21, 64, 24, 50, 24, 40, 83, 12, 12, 46};
constexpr std::uint32_t kFemaleShare = 283;

/// The mean of the age groups, from 0 for the youngest to 1 for the oldest.
constexpr double kMeanAgeGroup = 0.437;

/// How strongly the leanings and the occupation enter the taste.
constexpr double kLeaningStrength = 0.9;
constexpr double kOccupationStrength = 0.25;

template <std::size_t Size>
std::size_t pick(const std::array<std::uint32_t, Size>& shares, std::uint64_t draw) {
  std::size_t group = 0;
  for (; group + 1 < Size && draw >= shares[group]; ++group) draw -= shares[group];
  return group;
}

double stretched(double quantile) {
  return portable::pow(-portable::log1p(-quantile), 1 / kActivityExponent);
}

}  // namespace

ActivityCurve::ActivityCurve(double mean, std::uint32_t minimum, std::uint32_t maximum)
    : minimum_(minimum), maximum_(maximum) {
  constexpr int kPoints = 4096;
  std::vector<double> curve(kPoints);
  for (int i = 0; i < kPoints; ++i)
    curve[static_cast<std::size_t>(i)] = stretched((i + 0.5) / kPoints);
  const auto mean_at = [&](double scale) {
    double sum = 0;
    for (const double value : curve) sum += std::min(minimum_ + scale * value, maximum_);
    return sum / kPoints;
  };
  double low = 0;
  double high = 1;
  while (mean_at(high) < mean && high < 0x1.0p40) high *= 2;
  for (int step = 0; step < 60; ++step) {
    const double middle = 0.5 * (low + high);
    (mean_at(middle) < mean ? low : high) = middle;
  }
  scale_ = low;
}

std::uint32_t ActivityCurve::at(double quantile) const {
  const double activity = std::min(minimum_ + scale_ * stretched(quantile), maximum_);
  return static_cast<std::uint32_t>(std::floor(activity + 0.5));
}

SyntheticUser describe_user(const SyntheticOptions& options, std::uint32_t user) {
  const auto random = synthetic_random(options.seed, SyntheticStream::user_attributes);
  SyntheticUser description;
  description.gender = random.below(1000, user, 0) < kFemaleShare ? 'F' : 'M';
  description.age = kAges[pick(kAgeShare, random.below(1000, user, 1))];
  description.occupation = static_cast<int>(pick(kOccupationShare, random.below(1000, user, 2)));
  return description;
}

std::vector<float> synthetic_taste(const SyntheticOptions& options, std::uint32_t user) {
  const SyntheticUser attributes = describe_user(options, user);
  const auto own = synthetic_random(options.seed, SyntheticStream::user_taste);
  const auto shared = synthetic_random(options.seed, SyntheticStream::occupation_vectors);
  const auto occupation = static_cast<std::uint64_t>(attributes.occupation);
  std::vector<float> taste(vector_length(options), 0.0F);
  for (std::uint32_t i = 0; i < options.latent_dimension; ++i) {
    const double value = bell(own, user, i) + kOccupationStrength * bell(shared, occupation, i);
    taste[i] = static_cast<float>(options.taste_strength * value);
  }
  // Both centred, so that the leanings cancel over all users.
  const double female = (attributes.gender == 'F' ? 1.0 : 0.0) - kFemaleShare / 1000.0;
  const auto group = std::find(kAges.begin(), kAges.end(), attributes.age) - kAges.begin();
  const double older = static_cast<double>(group) / (kAges.size() - 1) - kMeanAgeGroup;
  const double strength = kLeaningStrength * options.taste_strength;
  taste[options.latent_dimension] = static_cast<float>(strength * female);
  taste[options.latent_dimension + 1] = static_cast<float>(strength * older);
  return taste;
}

}  // namespace honestrank

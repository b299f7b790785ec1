#pragma once

#include <algorithm>
#include <cstdint>

#include "honestrank/base/random.h"

namespace honestrank {

/// The uses of one seed in the synthetic data set; the numbers are part of its definition.
enum class SyntheticStream : std::uint32_t {
  genre_vectors = 0x53594e01,
  item_popularity,
  item_vectors,
  item_quality,
  series_genres,
  series_titles,
  user_activity,
  user_attributes,
  user_taste,
  user_mildness,
  occupation_vectors,
  choices,
  series_choices,
  order,
  ratings,
  times,
};

inline CounterRandom synthetic_random(std::uint64_t seed, SyntheticStream stream) noexcept {
  return CounterRandom(seed, static_cast<std::uint32_t>(stream));
}

/// Close to standard normal: four uniform numbers added up. Needs no logarithm, and no library
/// function whose last bit could differ between machines.
inline double bell(const CounterRandom& random, std::uint64_t a, std::uint32_t b) noexcept {
  constexpr double kSquareRootOf3 = 1.7320508075688772;
  const auto words = random.block(a, b);
  const std::uint64_t sum = std::uint64_t{words[0]} + words[1] + words[2] + words[3];
  return (static_cast<double>(sum) * 0x1.0p-32 - 2.0) * kSquareRootOf3;
}

/// Numbers in (0, 1) for index = 0 .. count-1 that fill it evenly, as the quantiles of an ideal
/// sample would, in an order that looks random (multiples of the golden ratio).
inline double spread(const CounterRandom& random, std::uint32_t index, std::uint32_t count) {
  const std::uint64_t place = index * 0x9E3779B97F4A7C15ULL + random.bits(0);
  const double edge = 0.5 / count;
  return std::clamp(static_cast<double>(place >> 11) * 0x1.0p-53, edge, 1.0 - edge);
}

}  // namespace honestrank

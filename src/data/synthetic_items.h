#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "data/successive_sampling.h"
#include "honestrank/data/synthetic.h"

namespace honestrank {

inline constexpr std::size_t kGenres = 18;

/// The length of latent vectors in memory: the dimension rounded up, filled with zeros.
inline std::size_t padded_dimension(const SyntheticOptions& options) {
  return (options.latent_dimension + std::size_t{3}) / 4 * 4;
}

/// A unit vector for each genre, one after the other, each of padded_dimension.
std::vector<float> make_genre_vectors(const SyntheticOptions& options);

/// Genre vectors in, popularity and latent vectors of the items out.
ChoiceTables make_choice_tables(const SyntheticOptions& options,
                                std::span<const float> genre_vectors);

/// How much better than average an item is, in standard deviations; popular ones tend to be.
double synthetic_quality(const SyntheticOptions& options, std::uint32_t item);

SyntheticItem describe_item(const SyntheticOptions& options, std::uint32_t item);

}  // namespace honestrank

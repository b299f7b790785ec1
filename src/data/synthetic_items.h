#pragma once

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

/// Everything about items that the choices of users are made from.
struct ItemTables {
  ChoiceTables choices;
  std::vector<float> quality;  ///< what makes ratings high; mean 0, standard deviation 1
  std::vector<float> urgency;  ///< the larger, the earlier a user comes to an item it chose
};

ItemTables make_item_tables(const SyntheticOptions& options, std::span<const float> genre_vectors);

SyntheticItem describe_item(const SyntheticOptions& options, std::uint32_t item);

}  // namespace honestrank

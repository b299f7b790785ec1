#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/successive_sampling.h"
#include "honestrank/data/synthetic.h"

namespace honestrank {

inline constexpr std::size_t kGenres = 18;

/// How much more than others women watch a genre, and the oldest than the youngest, as logarithms
/// of ratios; signs and sizes after MovieLens 1M, in the order of synthetic_genres().
struct GenreLeaning {
  double female = 0;
  double older = 0;
};
inline constexpr std::array<GenreLeaning, kGenres> kGenreLeanings = {{{-.42, -.15},
                                                                      {-.24, -.25},
                                                                      {.18, -1.2},
                                                                      {.25, -1.1},
                                                                      {.12, -.3},
                                                                      {-.23, 0},
                                                                      {0, .2},
                                                                      {.16, .45},
                                                                      {0, -.7},
                                                                      {-.1, .95},
                                                                      {-.32, -.5},
                                                                      {.39, 0},
                                                                      {0, .5},
                                                                      {.46, .2},
                                                                      {-.44, -.15},
                                                                      {-.19, 0},
                                                                      {-.23, .55},
                                                                      {-.48, 1.0}}};

/// The length of item and taste vectors: the latent dimensions, the two leanings of the genres,
/// and zeros up to a multiple of 4.
inline std::size_t vector_length(const SyntheticOptions& options) {
  return (options.latent_dimension + std::size_t{2} + std::size_t{3}) / 4 * 4;
}

/// Everything about items that the choices of users are made from.
struct ItemTables {
  ChoiceTables choices;
  std::vector<float> quality;  ///< what makes ratings high; mean 0, standard deviation 1
  std::vector<float> urgency;  ///< the larger, the earlier a user comes to an item it chose
};

ItemTables make_item_tables(const SyntheticOptions& options);

SyntheticItem describe_item(const SyntheticOptions& options, std::uint32_t item);

}  // namespace honestrank

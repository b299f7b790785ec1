#pragma once

#include <cstdint>

#include "honestrank/data/interactions.h"
#include "honestrank/models/score_source.h"
#include "honestrank/models/training.h"

namespace honestrank {

struct ItemKnnOptions {
  double q = 1;               ///< exponent of the similarity
  std::uint32_t k = 0;        ///< nearest items that an item is scored by; 0: all
  std::uint32_t k_prime = 0;  ///< nearest items that an item takes part in scoring; 0: all
  double shrink = 0;          ///< added to the denominator of the cosine
  bool normalize = true;      ///< whether the similarities of a scored item have length 1
};

/// Throws InputError if an option is out of range.
void validate(const ItemKnnOptions& options);

/// Item-based collaborative filtering as Krichene & Rendle define it (KDD 2020, appendix).
///
/// The similarity of items i and j is s_ij = (c_ij / (sqrt(n_i n_j) + shrink))^q, with n the users
/// of an item and c those of both. It is kept if j is one of the `k` nearest items of i and i one
/// of the `k_prime` nearest of j; an item is no neighbour of its own (with `k` and `k_prime` 0 it
/// is kept), equal similarities go to the lower item. Then it is divided by the length of s_i. and
/// summed: y(u,i) is the sum of s_ij over the history of u. Their recommender Y is q = 3, Z is
/// k_prime = 10. (The denominator of their equation 30 is a misprint: with it their numbers do not
/// come out.)
///
/// Where all neighbours are kept gives a dense matrix, of 4 * items^2 bytes, unless the catalogue
/// is above 16,384 items and less than half of the pairs (of some items) have a similarity; else a
/// sparse one. The scores are the same. Throws InputError for options out of range and an empty
/// `train`.
ScoreSource item_knn(const Interactions& train, const ItemKnnOptions& options = {},
                     const TrainingOptions& training = {});

}  // namespace honestrank

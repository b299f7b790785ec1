#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <variant>
#include <vector>

#include "honestrank/data/csr_matrix.h"
#include "honestrank/data/float_matrix.h"

namespace honestrank {

/// A user and an item are scored by the dot product of their rows, plus the item's bias.
///
/// The score is the sum of float64 products in the order of the columns, the bias last: two items
/// tie if and only if these sums are equal. A user's bias moves all items alike, so it never takes
/// part in a ranking; it is added, last, to scores that are asked for.
struct Factors {
  FloatMatrix users;
  FloatMatrix items;
  std::vector<float> item_bias{};  ///< empty: none
  std::vector<float> user_bias{};  ///< empty: none
};

/// The factors with every item row divided by its length (rows of zeros stay), so that ranking by
/// dot product is ranking by cosine. Biases are dropped.
Factors cosine(const Factors& factors);

/// A score for every user and item, given.
struct ScoreMatrix {
  FloatMatrix scores;  ///< users by items
};

/// Every user has the same scores: popularity, average rating.
struct ItemScores {
  std::size_t users = 0;
  std::vector<double> score;
};

/// A user's score of item i is the sum over the user's history j, rising, of
/// history(user, j) * similarity(j, i), in float64; an entry that is not stored adds nothing.
/// Item-based neighbourhood models. A history may have items that are not ranked: its columns are
/// the rows of the similarity, and the ranked items are the columns of that.
struct SparseSimilarity {
  CsrMatrix history;     ///< users by items of histories
  CsrMatrix similarity;  ///< items of histories by items
};

/// The same with a dense matrix: EASE and other linear autoencoders.
struct DenseSimilarity {
  CsrMatrix history;    ///< users by items of histories
  FloatMatrix weights;  ///< items of histories by items
};

/// A layer of a network: each output is the sum of the products with the inputs, in their order,
/// and the bias, last; below 0 it is 0.
struct NetworkLayer {
  FloatMatrix weights;  ///< outputs by inputs
  std::vector<float> bias;
};

/// A user and an item are scored by a small network (NeuMF): the dot product of their factors plus
/// `output` times the last hidden layer. The first hidden layer is the sum of the user's and the
/// item's row, 0 where that is below 0; `layers` follow. All in float32, sums in the order of the
/// columns.
struct PairNetwork {
  FloatMatrix user_factors;
  FloatMatrix item_factors;
  FloatMatrix user_inputs;
  FloatMatrix item_inputs;
  std::vector<NetworkLayer> layers{};
  std::vector<float> output{};
};

/// Scores from code that the library does not know: a neural network, another program. One of the
/// two functions may be empty; the other one is called in its place.
struct ScoreCallback {
  std::size_t users = 0;
  std::size_t items = 0;
  /// Writes the scores of all items for `users`, one user after the other.
  std::function<void(std::span<const std::uint32_t> users, std::span<float> scores)> score_users{};
  /// Writes the score of each pair users[i], items[i]; the same numbers as score_users writes.
  std::function<void(std::span<const std::uint32_t> users, std::span<const std::uint32_t> items,
                     std::span<float> scores)>
      score_pairs{};
  std::size_t batch = 256;  ///< users per call of score_users, at most; fewer if memory says so
  bool concurrent = false;  ///< may be called by several threads at once
};

/// Anything that scores items for users.
using ScoreSource = std::variant<Factors, ScoreMatrix, ItemScores, SparseSimilarity,
                                 DenseSimilarity, PairNetwork, ScoreCallback>;

std::size_t user_count(const ScoreSource& source);
std::size_t item_count(const ScoreSource& source);

/// Throws InputError, naming the fault, unless the parts of the source fit together.
void validate(const ScoreSource& source);

/// The scores of all items for `users`, one user after the other: the plain definition that every
/// fast path must agree with. NaN is passed on, and stands where a callback wrote nothing.
///
/// Meant for a source that validate accepts. Throws InputError unless the users exist and `scores`
/// has one place for each of them and each item.
void score_users(const ScoreSource& source, std::span<const std::uint32_t> users,
                 std::span<double> scores);

/// The score of each pair users[i], items[i]; the same numbers as score_users gives. Throws
/// InputError unless users and items exist and the spans have one length.
void score_pairs(const ScoreSource& source, std::span<const std::uint32_t> users,
                 std::span<const std::uint32_t> items, std::span<double> scores);

}  // namespace honestrank

#include "models/similarity_scores.h"

#include <algorithm>

namespace honestrank {
namespace {

/// Exact: the product of two float32 fits into a float64.
double product(float a, float b) noexcept {
  return static_cast<double>(a) * static_cast<double>(b);
}

}  // namespace

void similarity_scores(const SparseSimilarity& source, std::uint32_t user,
                       std::span<double> scores) {
  std::fill(scores.begin(), scores.end(), 0.0);
  const SparseRow history = sparse_row(source.history, user);
  for (std::size_t h = 0; h < history.size(); ++h) {
    const SparseRow similar = sparse_row(source.similarity, history.column[h]);
    for (std::size_t i = 0; i < similar.size(); ++i) {
      scores[similar.column[i]] += product(history.value[h], similar.value[i]);
    }
  }
}

double similarity_score(const SparseSimilarity& source, std::uint32_t user, std::uint32_t item) {
  double score = 0;
  const SparseRow history = sparse_row(source.history, user);
  for (std::size_t h = 0; h < history.size(); ++h) {
    const SparseRow similar = sparse_row(source.similarity, history.column[h]);
    const auto found = std::lower_bound(similar.column.begin(), similar.column.end(), item);
    if (found == similar.column.end() || *found != item) continue;
    const auto i = static_cast<std::size_t>(found - similar.column.begin());
    score += product(history.value[h], similar.value[i]);
  }
  return score;
}

void similarity_scores(const DenseSimilarity& source, std::uint32_t user,
                       std::span<double> scores) {
  std::fill(scores.begin(), scores.end(), 0.0);
  const SparseRow history = sparse_row(source.history, user);
  for (std::size_t h = 0; h < history.size(); ++h) {
    const auto weights = source.weights.row(history.column[h]);
    for (std::size_t item = 0; item < weights.size(); ++item) {
      scores[item] += product(history.value[h], weights[item]);
    }
  }
}

double similarity_score(const DenseSimilarity& source, std::uint32_t user, std::uint32_t item) {
  double score = 0;
  const SparseRow history = sparse_row(source.history, user);
  for (std::size_t h = 0; h < history.size(); ++h) {
    score += product(history.value[h], source.weights.row(history.column[h])[item]);
  }
  return score;
}

}  // namespace honestrank

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "honestrank/data/csr_matrix.h"
#include "honestrank/models/score_source.h"

namespace honestrank {

/// One row of a sparse matrix.
struct SparseRow {
  std::span<const std::uint32_t> column;
  std::span<const float> value;

  std::size_t size() const noexcept { return column.size(); }
};

inline SparseRow sparse_row(const CsrMatrix& matrix, std::size_t row) noexcept {
  const std::size_t begin = matrix.row_begin[row];
  const std::size_t size = matrix.row_begin[row + 1] - begin;
  return {{matrix.column.data() + begin, size}, {matrix.value.data() + begin, size}};
}

/// The definition of both kinds: all scores of a user, and one of them. Same bits: every sum starts
/// at 0 and runs over the history in rising order.
void similarity_scores(const SparseSimilarity& source, std::uint32_t user,
                       std::span<double> scores);
void similarity_scores(const DenseSimilarity& source, std::uint32_t user, std::span<double> scores);
double similarity_score(const SparseSimilarity& source, std::uint32_t user, std::uint32_t item);
double similarity_score(const DenseSimilarity& source, std::uint32_t user, std::uint32_t item);

}  // namespace honestrank

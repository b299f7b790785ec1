#include "models/symmetric_inverse.h"

#include <algorithm>
#include <vector>

#include "honestrank/base/parallel.h"
#include "kernels/rank_update.h"
#include "kernels/sweep.h"

namespace honestrank {
namespace {

using kernels::kUpdateColumns;
using kernels::kUpdateRows;

constexpr std::size_t kStep = SymmetricMatrix::kStep;
static_assert(kStep % kUpdateRows == 0 && kStep % kUpdateColumns == 0);
static_assert(kStep % kernels::kSweepStep == 0);

/// Rows that are swept at a time.
constexpr std::size_t kBlock = 2 * kStep;

/// The rows of a block, in the orders in which products need them.
struct Panels {
  UnsetVector<float> left;     ///< kUpdateRows columns of the matrix at a time
  UnsetVector<float> right;    ///< kUpdateColumns of them at a time
  UnsetVector<float> product;  ///< the inverse of the block times `right`

  explicit Panels(std::size_t stride)
      : left(stride * kBlock), right(stride * kBlock), product(stride * kBlock) {}
};

class Sweeper {
 public:
  Sweeper(SymmetricMatrix& matrix, unsigned threads)
      : matrix_(matrix),
        threads_(threads),
        panels_(matrix.stride),
        minus_inverse_(kBlock * kBlock) {}

  bool sweep_block(std::size_t first) {
    first_ = first;
    depth_ = std::min(kBlock, matrix_.stride - first);
    if (!invert_block()) return false;
    outside_the_block(kStep, [&](const Block& block) {
      for (std::size_t i = block.begin; i < block.end; i += kUpdateColumns) {
        copy_rows(i);
        multiply(i);
      }
      copy_left(block.begin);
    });
    outside_the_block(kStep, [&](const Block& block) { update(block); });
    outside_the_block(kUpdateColumns, [&](const Block& block) { write_back(block.begin); });
    return true;
  }

 private:
  bool in_block(std::size_t index) const { return index >= first_ && index < first_ + depth_; }

  /// For the columns of the matrix, `size` at a time.
  template <typename Body>
  void outside_the_block(std::size_t size, const Body& body) const {
    parallel_for(matrix_.stride, size, threads_, [&](const Block& block) {
      if (!in_block(block.begin)) body(block);
    });
  }

  float* right(std::size_t column) { return panels_.right.data() + column * depth_; }
  float* product(std::size_t column) { return panels_.product.data() + column * depth_; }
  float* left(std::size_t row) { return panels_.left.data() + row * depth_; }

  bool invert_block() {
    std::vector<double> block(depth_ * depth_);
    std::vector<double> pivot_row(depth_);
    for (std::size_t r = 0; r < depth_; ++r) {
      const float* const row = matrix_.row(first_ + r) + first_;
      std::copy(row + r, row + depth_, block.data() + r * depth_ + r);
    }
    if (!kernels::sweep(block.data(), depth_, pivot_row.data())) return false;
    for (std::size_t r = 0; r < depth_; ++r) {
      for (std::size_t c = 0; c < depth_; ++c) {
        const auto value = static_cast<float>(block[std::min(r, c) * depth_ + std::max(r, c)]);
        minus_inverse_[(r / kUpdateRows * depth_ + c) * kUpdateRows + r % kUpdateRows] = value;
        if (c >= r) matrix_.row(first_ + r)[first_ + c] = value;
      }
    }
    return true;
  }

  /// The rows of the block in kUpdateColumns columns.
  void copy_rows(std::size_t column) {
    float* const to = right(column);
    if (column > first_) {
      for (std::size_t k = 0; k < depth_; ++k) {
        std::copy_n(matrix_.row(first_ + k) + column, kUpdateColumns, to + k * kUpdateColumns);
      }
      return;
    }
    for (std::size_t i = 0; i < kUpdateColumns; ++i) {
      const float* const from = matrix_.row(column + i) + first_;
      for (std::size_t k = 0; k < depth_; ++k) to[k * kUpdateColumns + i] = from[k];
    }
  }

  /// kStep columns from the one order to the other.
  void copy_left(std::size_t begin) {
    for (std::size_t k = 0; k < depth_; ++k) {
      float row[kStep];
      for (std::size_t i = 0; i < kStep; i += kUpdateColumns) {
        std::copy_n(right(begin + i) + k * kUpdateColumns, kUpdateColumns, row + i);
      }
      for (std::size_t i = 0; i < kStep; i += kUpdateRows) {
        std::copy_n(row + i, kUpdateRows, left(begin + i) + k * kUpdateRows);
      }
    }
  }

  /// product = inverse * rows.
  void multiply(std::size_t column) {
    std::fill_n(product(column), depth_ * kUpdateColumns, 0.0F);
    for (std::size_t k = 0; k < depth_; k += kUpdateRows) {
      kernels::subtract_products(minus_inverse_.data() + k * depth_, right(column), depth_,
                                 product(column) + k * kUpdateColumns, kUpdateColumns);
    }
  }

  /// Subtracts rows^T * product from the triangle outside the block.
  void update(const Block& block) {
    for (std::size_t column = block.begin; column < matrix_.stride; column += kUpdateColumns) {
      if (in_block(column)) continue;
      const std::size_t end = std::min(block.end, column + kUpdateColumns);
      for (std::size_t row = block.begin; row < end; row += kUpdateRows) {
        kernels::subtract_products(left(row), product(column), depth_, matrix_.row(row) + column,
                                   matrix_.stride);
      }
    }
  }

  void write_back(std::size_t column) {
    const float* const from = product(column);
    if (column > first_) {
      for (std::size_t k = 0; k < depth_; ++k) {
        std::copy_n(from + k * kUpdateColumns, kUpdateColumns, matrix_.row(first_ + k) + column);
      }
      return;
    }
    for (std::size_t i = 0; i < kUpdateColumns; ++i) {
      float* const to = matrix_.row(column + i) + first_;
      for (std::size_t k = 0; k < depth_; ++k) to[k] = from[k * kUpdateColumns + i];
    }
  }

  SymmetricMatrix& matrix_;
  unsigned threads_;
  Panels panels_;
  UnsetVector<float> minus_inverse_;  ///< of the block, kUpdateRows rows at a time
  std::size_t first_ = 0;             ///< row of the block
  std::size_t depth_ = 0;             ///< its rows
};

}  // namespace

SymmetricMatrix::SymmetricMatrix(std::size_t count, unsigned threads)
    : rows(count), stride((count + kStep - 1) / kStep * kStep), values(stride * stride) {
  parallel_for(stride, kStep, threads, [&](const Block& block) {
    for (std::size_t i = block.begin; i < block.end; ++i) {
      std::fill(row(i) + block.begin, row(i) + stride, 0.0F);
      if (i >= rows) row(i)[i] = 1;
    }
  });
}

bool invert_negative(SymmetricMatrix& matrix, unsigned threads) {
  Sweeper sweeper(matrix, threads);
  for (std::size_t first = 0; first < matrix.stride; first += kBlock) {
    if (!sweeper.sweep_block(first)) return false;
  }
  return true;
}

}  // namespace honestrank

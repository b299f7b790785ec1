#include "models/symmetric_inverse.h"

#include <algorithm>
#include <cmath>

#include "honestrank/base/parallel.h"
#include "kernels/rank_update.h"

namespace honestrank {
namespace {

using kernels::kUpdateColumns;
using kernels::kUpdateRows;

constexpr std::size_t kBlock = SymmetricMatrix::kBlock;
static_assert(kBlock % kUpdateRows == 0 && kBlock % kUpdateColumns == 0);

/// Sweeps all rows of a symmetric matrix of kBlock by kBlock: the plain definition.
bool sweep(std::vector<double>& block) {
  std::vector<double> pivot_row(kBlock);
  for (std::size_t p = 0; p < kBlock; ++p) {
    double* const row = block.data() + p * kBlock;
    const double pivot = row[p];
    if (!(pivot > 0) || !std::isfinite(pivot)) return false;
    std::copy_n(row, kBlock, pivot_row.begin());
    for (std::size_t j = 0; j < kBlock; ++j) row[j] /= pivot;
    for (std::size_t i = 0; i < kBlock; ++i) {
      if (i == p) continue;
      double* const own = block.data() + i * kBlock;
      const double factor = pivot_row[i];
      for (std::size_t j = 0; j < kBlock; ++j) own[j] -= factor * row[j];
      own[p] = factor / pivot;
    }
    row[p] = -1 / pivot;
  }
  return true;
}

/// The rows of a block, in the orders in which products need them.
struct Panels {
  std::vector<float> left;     ///< kUpdateRows columns of the matrix at a time
  std::vector<float> right;    ///< kUpdateColumns of them at a time
  std::vector<float> product;  ///< the inverse of the block times `right`

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
    copy_rows();
    if (!invert_block()) return false;
    multiply();
    update();
    write_back();
    return true;
  }

 private:
  bool in_block(std::size_t index) const { return index >= first_ && index < first_ + kBlock; }

  void copy_rows() {
    parallel_for(matrix_.stride, kUpdateColumns, threads_, [&](const Block& block) {
      float* const right = panels_.right.data() + block.begin * kBlock;
      for (std::size_t i = block.begin; i < block.end; ++i) {
        for (std::size_t k = 0; k < kBlock; ++k) {
          const std::size_t row = first_ + k;
          const float value = row <= i ? matrix_.row(row)[i] : matrix_.row(i)[row];
          right[k * kUpdateColumns + i - block.begin] = value;
          panels_.left[(i / kUpdateRows * kBlock + k) * kUpdateRows + i % kUpdateRows] = value;
        }
      }
    });
  }

  bool invert_block() {
    std::vector<double> block(kBlock * kBlock);
    for (std::size_t r = 0; r < kBlock; ++r) {
      for (std::size_t c = 0; c < kBlock; ++c) {
        block[r * kBlock + c] =
            static_cast<double>(matrix_.row(first_ + std::min(r, c))[first_ + std::max(r, c)]);
      }
    }
    if (!sweep(block)) return false;
    for (std::size_t r = 0; r < kBlock; ++r) {
      for (std::size_t c = 0; c < kBlock; ++c) {
        const auto value = static_cast<float>(block[r * kBlock + c]);
        minus_inverse_[(r / kUpdateRows * kBlock + c) * kUpdateRows + r % kUpdateRows] = value;
        if (c >= r) matrix_.row(first_ + r)[first_ + c] = value;
      }
    }
    return true;
  }

  /// product = inverse * rows.
  void multiply() {
    parallel_for(matrix_.stride, kUpdateColumns, threads_, [&](const Block& block) {
      if (in_block(block.begin)) return;
      const float* const right = panels_.right.data() + block.begin * kBlock;
      float* const product = panels_.product.data() + block.begin * kBlock;
      std::fill_n(product, kBlock * kUpdateColumns, 0.0F);
      for (std::size_t k = 0; k < kBlock; k += kUpdateRows) {
        kernels::subtract_products(minus_inverse_.data() + k * kBlock, right, kBlock,
                                   product + k * kUpdateColumns, kUpdateColumns);
      }
    });
  }

  /// Subtracts rows^T * product from the triangle outside the block.
  void update() {
    constexpr std::size_t kStripe = 96;  // rows whose left panels stay in a cache
    parallel_for(matrix_.stride, kStripe, threads_, [&](const Block& block) {
      if (in_block(block.begin)) return;
      for (std::size_t column = block.begin / kUpdateColumns * kUpdateColumns;
           column < matrix_.stride; column += kUpdateColumns) {
        if (in_block(column)) continue;
        for (std::size_t row = block.begin; row < std::min(block.end, column + kUpdateColumns);
             row += kUpdateRows) {
          kernels::subtract_products(panels_.left.data() + row * kBlock,
                                     panels_.product.data() + column * kBlock, kBlock,
                                     matrix_.row(row) + column, matrix_.stride);
        }
      }
    });
  }

  void write_back() {
    parallel_for(matrix_.stride, kUpdateColumns, threads_, [&](const Block& block) {
      if (in_block(block.begin)) return;
      const float* const product = panels_.product.data() + block.begin * kBlock;
      for (std::size_t i = block.begin; i < block.end; ++i) {
        for (std::size_t k = 0; k < kBlock; ++k) {
          const std::size_t row = first_ + k;
          float& place = row < i ? matrix_.row(row)[i] : matrix_.row(i)[row];
          place = product[k * kUpdateColumns + i - block.begin];
        }
      }
    });
  }

  SymmetricMatrix& matrix_;
  unsigned threads_;
  Panels panels_;
  std::vector<float> minus_inverse_;  ///< of the block, kUpdateRows rows at a time
  std::size_t first_ = 0;
};

}  // namespace

SymmetricMatrix::SymmetricMatrix(std::size_t count)
    : rows(count), stride((count + kBlock - 1) / kBlock * kBlock), values(stride * stride) {
  for (std::size_t i = rows; i < stride; ++i) row(i)[i] = 1;
}

bool invert_negative(SymmetricMatrix& matrix, unsigned threads) {
  Sweeper sweeper(matrix, threads);
  for (std::size_t first = 0; first < matrix.stride; first += kBlock) {
    if (!sweeper.sweep_block(first)) return false;
  }
  return true;
}

}  // namespace honestrank

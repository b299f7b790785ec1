#include "honestrank/models/ease.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>
#include <vector>

#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"
#include "honestrank/data/user_items.h"
#include "models/co_occurrence.h"
#include "models/history.h"
#include "models/item_weights.h"
#include "models/option_check.h"
#include "models/symmetric_inverse.h"

namespace honestrank {
namespace {

/// X^T X + l2 I, of which only the upper triangle counts.
SymmetricMatrix gram(const CoOccurrence& common, double l2, unsigned threads) {
  const std::size_t items = common.items();
  SymmetricMatrix matrix(items, threads);
  parallel_for(items, CoOccurrence::kRows, threads, [&](const Block& block) {
    std::vector<std::uint32_t> counts((block.end - block.begin) * items);
    common.count(block.begin, block.end, block.begin, counts.data());
    for (std::size_t row = block.begin; row < block.end; ++row) {
      const std::uint32_t* const own = counts.data() + (row - block.begin) * items;
      std::transform(own + row, own + items, matrix.row(row) + row,
                     [](std::uint32_t count) { return static_cast<float>(count); });
      matrix.row(row)[row] = static_cast<float>(static_cast<double>(own[row]) + l2);
    }
  });
  return matrix;
}

/// B from -P: weights[j][i] = -P_ji / P_ii, 0 on the diagonal.
FloatMatrix weights_from(const SymmetricMatrix& minus_inverse, unsigned threads) {
  constexpr std::size_t kTile = 64;  // a tile below the diagonal is read across its rows
  const std::size_t items = minus_inverse.rows;
  ItemWeights weights(items);
  parallel_for(items, kTile, threads, [&](const Block& block) {
    for (std::size_t left = 0; left < items; left += kTile) {
      const std::size_t right = std::min(left + kTile, items);
      for (std::size_t j = block.begin; j < block.end; ++j) {
        float* const own = weights.row(j);
        for (std::size_t i = left; i < right; ++i) {
          const float value = j < i ? minus_inverse.row(j)[i] : minus_inverse.row(i)[j];
          own[i] = i == j ? 0 : value / -minus_inverse.row(i)[i];
        }
      }
    }
  });
  return weights.matrix();
}

}  // namespace

void validate(const EaseOptions& options) { OptionCheck("ease").above_0("l2", options.l2); }

DenseSimilarity ease(const Interactions& train, const EaseOptions& options,
                     const TrainingOptions& training) {
  validate(options);
  OptionCheck("ease").not_empty(train);
  const auto begin = std::chrono::steady_clock::now();
  const UserItems histories = user_items(train, training.threads);
  const UserItems users = transposed(histories, train.items.size());
  SymmetricMatrix matrix = gram(CoOccurrence(histories, users), options.l2, training.threads);
  if (!invert_negative(matrix, training.threads)) {
    throw InputError("ease: expected a matrix that can be inverted in float32; got none; raise l2");
  }
  DenseSimilarity result{history_matrix(histories, train.items.size()),
                         weights_from(matrix, training.threads)};
  if (training.progress) {
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - begin;
    training.progress({"ease", 1, 1, std::numeric_limits<double>::quiet_NaN(), passed.count()});
  }
  return result;
}

}  // namespace honestrank

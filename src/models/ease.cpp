#include "honestrank/models/ease.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
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

/// How far the inverse is off, seen in a few of its columns.
class InverseError {
 public:
  InverseError(const SymmetricMatrix& minus_inverse, const UserItems& histories, double l2)
      : minus_inverse_(minus_inverse), histories_(histories), l2_(l2) {
    const std::size_t items = minus_inverse.rows;
    for (std::size_t i = 0; i < kColumns; ++i) chosen_[i] = i * items / kColumns;
  }

  /// The largest error of the chosen columns, over the largest weight of each. With P' for what was
  /// computed, P e - P' e = P (e - A P' e); P' stands for P on the right.
  double largest(unsigned threads) const {
    const std::vector<Columns> corrections = times_inverse(residuals(), threads);
    double result = 0;
    for (std::size_t column = 0; column < kColumns; ++column) {
      double error = 0;
      double weight = 0;
      for (std::size_t i = 0; i < corrections.size(); ++i) {
        error = std::max(error, std::abs(corrections[i][column]));
        if (i != chosen_[column]) weight = std::max(weight, std::abs(inverse(i, column)));
      }
      if (weight == 0) weight = inverse(chosen_[column], column);  // no other item shares a user
      const double relative = error / weight;
      if (std::isnan(relative)) return relative;
      result = std::max(result, relative);
    }
    return result;
  }

 private:
  static constexpr std::size_t kColumns = 4;
  using Columns = std::array<double, kColumns>;

  double inverse(std::size_t i, std::size_t column) const {
    const std::size_t j = chosen_[column];
    return -static_cast<double>(i < j ? minus_inverse_.row(i)[j] : minus_inverse_.row(j)[i]);
  }

  /// e - (X^T X + l2 I) P' e, in float64.
  std::vector<Columns> residuals() const {
    std::vector<Columns> result(minus_inverse_.rows);
    for (std::size_t column = 0; column < kColumns; ++column) {
      for (std::size_t i = 0; i < result.size(); ++i) {
        result[i][column] = (i == chosen_[column] ? 1 : 0) - l2_ * inverse(i, column);
      }
      for (std::size_t user = 0; user < histories_.users(); ++user) {
        double product = 0;
        for (const std::uint32_t i : histories_[user]) product += inverse(i, column);
        for (const std::uint32_t i : histories_[user]) result[i][column] -= product;
      }
    }
    return result;
  }

  /// P' times the columns; an entry above the diagonal is met once and serves both sides.
  std::vector<Columns> times_inverse(const std::vector<Columns>& columns, unsigned threads) const {
    constexpr std::size_t kRows = 512;
    const std::size_t items = columns.size();
    std::vector<std::vector<Columns>> parts((items + kRows - 1) / kRows);
    parallel_for(items, kRows, threads, [&](const Block& block) {
      std::vector<Columns>& own = parts[block.index];
      own.resize(items);
      for (std::size_t i = block.begin; i < block.end; ++i) {
        for (std::size_t j = i; j < items; ++j) {
          const double entry = -static_cast<double>(minus_inverse_.row(i)[j]);
          for (std::size_t column = 0; column < kColumns; ++column) {
            own[i][column] += entry * columns[j][column];
            if (i != j) own[j][column] += entry * columns[i][column];
          }
        }
      }
    });
    std::vector<Columns> sum(items);
    for (const auto& part : parts) {
      for (std::size_t i = 0; i < items; ++i) {
        for (std::size_t column = 0; column < kColumns; ++column) sum[i][column] += part[i][column];
      }
    }
    return sum;
  }

  const SymmetricMatrix& minus_inverse_;
  const UserItems& histories_;
  double l2_;
  std::array<std::size_t, kColumns> chosen_{};
};

}  // namespace

void validate(const EaseOptions& options) {
  const OptionCheck check("ease");
  check.above_0("l2", options.l2);
  check.at_most(1e30, "l2", options.l2);
}

DenseSimilarity ease(const Interactions& train, const EaseOptions& options,
                     const TrainingOptions& training) {
  validate(options);
  OptionCheck("ease").not_empty(train);
  const auto begin = std::chrono::steady_clock::now();
  const UserItems histories = user_items(train, training.threads);
  const UserItems users = transposed(histories, train.items.size());
  SymmetricMatrix matrix = gram(CoOccurrence(histories, users), options.l2, training.threads);
  constexpr double kMostError = 0.01;
  if (!invert_negative(matrix, training.threads) ||
      !(InverseError(matrix, histories, options.l2).largest(training.threads) <= kMostError)) {
    throw InputError(
        "ease: expected a matrix that float32 can invert to two digits; got another one; raise l2");
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

#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "base/fetch.h"
#include "honestrank/models/score_source.h"
#include "kernels/exact_score.h"

namespace honestrank {

/// Factors seen as plain vectors: an item bias is one more column, in which every user has a 1.
class FactorColumns {
 public:
  explicit FactorColumns(const Factors& factors) noexcept : factors_(factors) {}

  std::size_t items() const noexcept { return factors_.items.rows; }
  /// Columns of the two matrices.
  std::size_t stored() const noexcept { return factors_.items.columns; }
  /// With the bias.
  std::size_t columns() const noexcept { return stored() + (has_bias() ? 1 : 0); }
  bool has_bias() const noexcept { return !factors_.item_bias.empty(); }

  const float* user(std::size_t row) const noexcept {
    return factors_.users.values.data() + row * stored();
  }
  const float* item(std::size_t row) const noexcept {
    return factors_.items.values.data() + row * stored();
  }
  float bias(std::size_t row) const noexcept { return has_bias() ? factors_.item_bias[row] : 0; }

  /// Copies columns() values.
  template <typename Value>
  void copy_user(std::size_t row, Value* to) const noexcept {
    std::copy_n(user(row), stored(), to);
    if (has_bias()) to[stored()] = 1;
  }
  template <typename Value>
  void copy_item(std::size_t row, Value* to) const noexcept {
    std::copy_n(item(row), stored(), to);
    if (has_bias()) to[stored()] = static_cast<Value>(bias(row));
  }

  /// Asks for a vector that will soon be needed.
  void fetch_user(std::size_t row) const noexcept { fetch_nearby(user(row), stored()); }
  void fetch_item(std::size_t row) const noexcept { fetch_nearby(item(row), stored()); }

  /// The score, as Factors defines it for rankings.
  double score(std::size_t user_row, std::size_t item_row) const noexcept {
    const double sum = kernels::exact_score(user(user_row), item(item_row), stored());
    return has_bias() ? sum + static_cast<double>(bias(item_row)) : sum;
  }

  /// kernels::kExactScores scores at once.
  void exact_scores(const std::uint32_t* user_rows, const std::uint32_t* item_rows,
                    double* scores) const noexcept {
    const float* users[kernels::kExactScores];
    const float* items[kernels::kExactScores];
    for (std::size_t i = 0; i < kernels::kExactScores; ++i) {
      users[i] = user(user_rows[i]);
      items[i] = item(item_rows[i]);
    }
    kernels::exact_scores(users, items, stored(), scores);
    if (!has_bias()) return;
    for (std::size_t i = 0; i < kernels::kExactScores; ++i) {
      scores[i] += static_cast<double>(bias(item_rows[i]));
    }
  }

 private:
  const Factors& factors_;
};

/// Bounds on lengths are made a little larger than computed: a float64 sum of up to 2^12 squares
/// and its root are off by less than this factor.
inline constexpr double kLengthMargin = 1 + 0x1p-38;

/// At least the length of a vector, and hardly more; not finite if and only if a value is not.
template <typename Value>
double length_of(const Value* values, std::size_t count) noexcept {
  // Four sums: one would wait for itself.
  double sums[4] = {0, 0, 0, 0};
  std::size_t k = 0;
  for (; k + 4 <= count; k += 4) {
    for (std::size_t j = 0; j < 4; ++j) {
      const auto value = static_cast<double>(values[k + j]);
      sums[j] += value * value;
    }
  }
  for (; k < count; ++k) sums[0] += static_cast<double>(values[k]) * static_cast<double>(values[k]);
  return std::sqrt((sums[0] + sums[1]) + (sums[2] + sums[3])) * kLengthMargin;
}

}  // namespace honestrank

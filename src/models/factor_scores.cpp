#include "models/factor_scores.h"

#include <cmath>
#include <utility>
#include <vector>

namespace honestrank {

double factor_score(const Factors& factors, std::uint32_t user, std::uint32_t item) {
  const auto left = factors.users.row(user);
  const auto right = factors.items.row(item);
  double score = 0;
  for (std::size_t k = 0; k < left.size(); ++k) {
    score += static_cast<double>(left[k]) * static_cast<double>(right[k]);
  }
  if (!factors.item_bias.empty()) score += static_cast<double>(factors.item_bias[item]);
  if (!factors.user_bias.empty()) score += static_cast<double>(factors.user_bias[user]);
  return score;
}

Factors cosine(const Factors& factors) {
  const FloatMatrix& items = factors.items;
  std::vector<float> scaled(items.values.begin(), items.values.end());
  for (std::size_t item = 0; item < items.rows; ++item) {
    double squares = 0;
    for (const float value : items.row(item)) {
      squares += static_cast<double>(value) * static_cast<double>(value);
    }
    if (squares == 0) continue;
    const double length = std::sqrt(squares);
    float* const row = scaled.data() + item * items.columns;
    for (std::size_t k = 0; k < items.columns; ++k) {
      row[k] = static_cast<float>(static_cast<double>(row[k]) / length);
    }
  }
  return {factors.users, make_matrix(items.rows, items.columns, std::move(scaled))};
}

}  // namespace honestrank

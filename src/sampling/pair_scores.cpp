#include "sampling/pair_scores.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "kernels/gathered_products.h"

namespace honestrank::sampling {

PairScores::PairScores(const ScoreSource& source) : source_(source) {
  const auto* factors = std::get_if<Factors>(&source);
  if (factors == nullptr) return;
  factors_.emplace(*factors);
  for (std::size_t item = 0; item < factors_->items(); ++item) {
    const double length = length_of(factors_->item(item), factors_->stored());
    // No number: then nothing is told apart in float32.
    if (!(length <= longest_item_)) longest_item_ = length;
    if (std::isnan(longest_item_)) return;
  }
}

bool PairScores::concurrent() const {
  const auto* callback = std::get_if<ScoreCallback>(&source_);
  return callback == nullptr || callback->concurrent;
}

void PairScores::score(std::span<const std::uint32_t> users, std::span<const std::uint32_t> items,
                       std::span<double> scores) const {
  if (!factors_) return score_pairs(source_, users, items, scores);
  for (std::size_t i = 0; i < items.size(); ++i) scores[i] = factors_->score(users[i], items[i]);
}

void PairScores::score_around(std::span<const double> thresholds, std::uint32_t user,
                              std::span<const std::uint32_t> items, std::span<double> scores,
                              std::vector<float>& rough) const {
  if (!factors_) {
    const std::vector<std::uint32_t> users(items.size(), user);
    return score_pairs(source_, users, items, scores);
  }
  const std::size_t columns = factors_->stored();
  const double length = length_of(factors_->user(user), columns) * longest_item_;
  // Beyond this, sums could leave the range of a float.
  const bool usable = length < 0x1p126 && columns <= kernels::kMostProductColumns;
  const double error = kernels::product_error(columns) * length +
                       kernels::kProductUnderflow * static_cast<double>(columns);
  rough.resize(items.size());
  if (usable) {
    kernels::gathered_products(factors_->user(user), factors_->item(0), columns, items.data(),
                               items.size(), rough.data());
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    const double sum =
        static_cast<double>(rough[i]) + static_cast<double>(factors_->bias(items[i]));
    bool certain = usable;
    // The bias is added in float64 on both sides; a hair more than the error covers its rounding.
    const double margin = error + 0x1p-51 * std::abs(sum);
    for (const double threshold : thresholds) {
      certain = certain && std::abs(sum - threshold) > margin;
    }
    scores[i] = certain ? sum : factors_->score(user, items[i]);
  }
}

}  // namespace honestrank::sampling

#include "sampling/pair_scores.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "kernels/gathered_products.h"

namespace honestrank::sampling {

bool takes_threads(const ScoreSource& source) {
  const auto* callback = std::get_if<ScoreCallback>(&source);
  return callback == nullptr || callback->concurrent;
}

PairScores::PairScores(const ScoreSource& source, std::uint64_t pairs) : source_(source) {
  const auto* factors = std::get_if<Factors>(&source);
  if (factors == nullptr) return;
  factors_.emplace(*factors);
  if (pairs == 0) {
    longest_item_ = std::numeric_limits<double>::infinity();
    return;
  }
  for (std::size_t item = 0; item < factors_->items(); ++item) {
    const double length = length_of(factors_->item(item), factors_->stored());
    // No number: then nothing is told apart in float32.
    if (!(length <= longest_item_)) longest_item_ = length;
    if (std::isnan(longest_item_)) return;
  }
  // Rounding an item costs about as much as a few products, and takes memory of its own.
  constexpr std::size_t kMostRounded = std::size_t{128} << 20U;  // bytes
  const std::size_t bytes = RoundedItems::bytes(factors_->items(), factors_->stored());
  const bool usable = longest_item_ > 0 && std::isfinite(longest_item_) &&
                      factors_->stored() <= RoundedItems::kMostColumns;
  if (usable && pairs / 8 >= factors_->items() && bytes <= kMostRounded) {
    rounded_.emplace(*factors_, longest_item_);
  }
}

void PairScores::score(std::span<const std::uint32_t> users, std::span<const std::uint32_t> items,
                       std::span<double> scores) const {
  if (!factors_) return score_pairs(source_, users, items, scores);
  for (std::size_t i = 0; i < items.size(); ++i) scores[i] = factors_->score(users[i], items[i]);
}

void PairScores::score_around(std::span<const double> thresholds, std::uint32_t user,
                              std::span<const std::uint32_t> items, std::span<double> scores,
                              Room& room) const {
  if (!factors_) {
    const std::vector<std::uint32_t> users(items.size(), user);
    return score_pairs(source_, users, items, scores);
  }
  double margin = rough_products(user, items, scores, room);
  if (factors_->has_bias()) {
    double largest = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
      scores[i] += static_cast<double>(factors_->bias(items[i]));
      largest = std::max(largest, std::abs(scores[i]));
    }
    // Biases are added in float64 on both sides; a hair more than the error covers their rounding.
    margin += 0x1p-51 * largest;
  }
  std::uint64_t close = 0;  // without a branch: few are
  for (const double threshold : thresholds) {
    for (const double score : scores) close += std::abs(score - threshold) > margin ? 0U : 1U;
  }
  for (std::size_t i = 0; close != 0 && i < items.size(); ++i) {
    const double rough = scores[i];
    for (const double threshold : thresholds) {
      if (std::abs(rough - threshold) > margin) continue;
      scores[i] = factors_->score(user, items[i]);
      break;
    }
  }
}

void PairScores::fetch(std::uint32_t user, std::span<const std::uint32_t> items) const {
  if (!factors_) return;
  factors_->fetch_user(user);
  for (const std::uint32_t item : items) factors_->fetch_item(item);
}

/// Products of factors, without biases, and how far they can be off: infinitely far where nothing
/// is known of them.
double PairScores::rough_products(std::uint32_t user, std::span<const std::uint32_t> items,
                                  std::span<double> products, Room& room) const {
  const std::size_t columns = factors_->stored();
  const double length = length_of(factors_->user(user), columns);
  if (rounded_ && rounded_->takes(length)) {
    return rounded_->products(factors_->user(user), length, items, products, room.rounded);
  }
  // Beyond this, sums could leave the range of a float.
  if (!(length * longest_item_ < 0x1p126) || columns > kernels::kMostProductColumns) {
    std::fill(products.begin(), products.end(), 0.0);
    return std::numeric_limits<double>::infinity();
  }
  room.products.resize(items.size());
  kernels::gathered_products(factors_->user(user), factors_->item(0), columns, items.data(),
                             items.size(), room.products.data());
  std::copy(room.products.begin(), room.products.end(), products.begin());
  return kernels::product_error(columns) * length * longest_item_ +
         kernels::kProductUnderflow * static_cast<double>(columns);
}

}  // namespace honestrank::sampling

#include "sampling/pair_scores.h"

#include <algorithm>
#include <variant>

namespace honestrank::sampling {

PairScores::PairScores(const ScoreSource& source) : source_(source) {
  if (const auto* factors = std::get_if<Factors>(&source)) factors_.emplace(*factors);
}

bool PairScores::concurrent() const {
  const auto* callback = std::get_if<ScoreCallback>(&source_);
  return callback == nullptr || callback->concurrent;
}

void PairScores::score(std::span<const std::uint32_t> users, std::span<const std::uint32_t> items,
                       std::span<double> scores) const {
  if (!factors_) return score_pairs(source_, users, items, scores);
  constexpr std::size_t kAhead = 16;
  constexpr std::size_t kAtOnce = kernels::kExactScores;
  std::size_t i = 0;
  for (; i + kAtOnce <= items.size(); i += kAtOnce) {
    const std::size_t last = std::min(items.size(), i + kAhead + kAtOnce);
    for (std::size_t j = i + kAhead; j < last; ++j) factors_->fetch_item(items[j]);
    factors_->exact_scores(users.data() + i, items.data() + i, scores.data() + i);
  }
  for (; i < items.size(); ++i) scores[i] = factors_->score(users[i], items[i]);
}

}  // namespace honestrank::sampling

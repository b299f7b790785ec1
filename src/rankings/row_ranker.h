#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "rankings/held_out_counts.h"
#include "rankings/ranking_task.h"

namespace honestrank {

/// Ranks a user from the scores of all items. `Score` is float or double.
template <typename Score>
class RowRanker {
 public:
  explicit RowRanker(const RankingTask& task) : task_(task) {}

  /// Appends the entry of `user`. Throws InputError if a score is NaN.
  void rank(std::uint32_t user, std::span<const Score> scores, UserRanks& ranks) {
    reject_nan(user, scores);
    held_out_.clear();
    for (const std::uint32_t item : task_.held_out(user)) held_out_.push_back(scores[item]);
    counts_.start(held_out_);
    // All items are counted at once; the masked ones, few, are taken out again.
    counts_.add_all(scores);
    for (const std::uint32_t item : task_.seen(user)) counts_.add(scores[item], -1);
    counts_.append_entry(user, task_.eligible(user), ranks);
  }

 private:
  void reject_nan(std::uint32_t user, std::span<const Score> scores) const {
    // Without an early exit, so that the compiler can compare several scores at once.
    unsigned any = 0;
    for (const Score score : scores) any |= score != score ? 1U : 0U;
    if (any == 0) return;
    for (std::size_t item = 0; item < scores.size(); ++item) {
      if (scores[item] != scores[item]) {
        task_.reject_nan(user, static_cast<std::uint32_t>(item));
      }
    }
  }

  const RankingTask& task_;
  HeldOutCounts<Score> counts_;
  std::vector<Score> held_out_;
};

}  // namespace honestrank

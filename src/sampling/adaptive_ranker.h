#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "honestrank/sampling/sample_ranks.h"
#include "rankings/held_out_counts.h"
#include "rankings/ranking_task.h"
#include "sampling/item_draws.h"
#include "sampling/pair_scores.h"

namespace honestrank::sampling {

/// Ranks users against samples that grow: SampleOptions::most_samples says how. All users of a
/// block go from one size to the next together, so that a callback is asked for many pairs at a
/// time. A user has an entry for every repeat, one after the other.
class AdaptiveRanker : public BlockRanker {
 public:
  /// `draws` are those of each repeat. Keeps references to the others.
  AdaptiveRanker(const PairScores& pairs, const RankingTask& task, const SampleOptions& options,
                 std::vector<ItemDraws> draws);

  void rank(std::span<const std::uint32_t> users, UserRanks& ranks) override;

 private:
  /// A user in one repeat.
  struct Case {
    std::uint32_t user = 0;
    std::uint32_t repeat = 0;
    std::vector<double> held_out;  ///< scores
    double best = 0;               ///< of these
    std::vector<double> sampled;
    std::uint64_t above = 0;  ///< sampled items above the best
    bool open = true;         ///< these are not enough, and there is more to draw
  };

  void start(std::span<const std::uint32_t> users);
  void score_held_out();
  bool add_samples(std::uint64_t samples);
  void score_samples();
  void reject_nan(std::size_t begin, std::size_t end) const;

  const PairScores& pairs_;
  const RankingTask& task_;
  const SampleOptions& options_;
  std::vector<ItemDraws> draws_;
  HeldOutCounts<double> counts_;
  PairScores::Room room_;
  std::vector<Case> cases_;
  // Pairs to be scored, of all open cases.
  std::vector<std::uint32_t> owners_;
  std::vector<std::uint32_t> items_;
  std::vector<double> scores_;
  std::vector<std::size_t> begin_;  ///< by case, and one more
  std::vector<std::uint32_t> drawn_;
};

}  // namespace honestrank::sampling

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "honestrank/rankings/user_ranks.h"

namespace honestrank {

/// Counts, for each distinct score of a user's held-out items, the eligible items above it and
/// those equal to it. No score is NaN; -0 equals 0.
///
/// `Score` is float or double.
template <typename Score>
class HeldOutCounts {
 public:
  /// Begins with a user: the scores of the held-out items, in any order. Nothing is counted yet.
  void start(std::span<const Score> held_out);

  /// The distinct scores, falling.
  std::span<const Score> thresholds() const noexcept { return thresholds_; }

  /// Counts every one of `scores`.
  void add_all(std::span<const Score> scores);
  /// Counts `times` items with this score; a negative number takes them out again.
  void add(Score score, std::int64_t times = 1);
  /// Counts items whose numbers above and at a threshold are known.
  void add_counted(std::size_t threshold, std::size_t above, std::size_t equal);

  /// Appends the user's entry to `ranks`.
  void append_entry(std::uint32_t user, std::uint64_t eligible, UserRanks& ranks) const;

 private:
  std::size_t thresholds_above(Score score) const noexcept;
  void bucket_all(std::span<const Score> scores);

  std::vector<Score> sorted_;
  std::vector<Score> thresholds_;
  // One value per threshold.
  std::vector<std::uint64_t> relevant_;
  std::vector<std::int64_t> above_;
  std::vector<std::int64_t> equal_;
  /// Items above this threshold and all later ones that are not in `above_`; one place more, for
  /// items below all thresholds.
  std::vector<std::int64_t> above_from_;
  std::vector<std::int64_t> buckets_;
};

extern template class HeldOutCounts<float>;
extern template class HeldOutCounts<double>;

}  // namespace honestrank

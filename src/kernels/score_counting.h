#pragma once

#include <cstddef>
#include <span>

namespace honestrank::kernels {

struct ScoreCounts {
  std::size_t above = 0;
  std::size_t equal = 0;

  friend bool operator==(const ScoreCounts&, const ScoreCounts&) = default;
};

/// How many of `scores` are above `threshold` and how many equal it. No score is NaN.
ScoreCounts count_scores(std::span<const double> scores, double threshold) noexcept;
ScoreCounts count_scores(std::span<const float> scores, float threshold) noexcept;

/// The plain loop that defines count_scores.
ScoreCounts count_scores_reference(std::span<const double> scores, double threshold) noexcept;
ScoreCounts count_scores_reference(std::span<const float> scores, float threshold) noexcept;

}  // namespace honestrank::kernels

#include "kernels/score_counting.h"

#include <cstdint>

// Highway compiles the rest of this file once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/score_counting.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// Must follow foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace honestrank::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

template <typename Score>
ScoreCounts count_lanes(std::span<const Score> scores, Score threshold) {
  const hn::ScalableTag<Score> d;
  const std::size_t lanes = hn::Lanes(d);
  const auto threshold_lanes = hn::Set(d, threshold);
  ScoreCounts counts;
  std::size_t i = 0;
  for (; i + lanes <= scores.size(); i += lanes) {
    const auto score_lanes = hn::LoadU(d, scores.data() + i);
    counts.above += hn::CountTrue(d, hn::Gt(score_lanes, threshold_lanes));
    counts.equal += hn::CountTrue(d, hn::Eq(score_lanes, threshold_lanes));
  }
  const ScoreCounts tail = count_scores_reference(scores.subspan(i), threshold);
  return {counts.above + tail.above, counts.equal + tail.equal};
}

ScoreCounts count_doubles(std::span<const double> scores, double threshold) {
  return count_lanes(scores, threshold);
}
ScoreCounts count_floats(std::span<const float> scores, float threshold) {
  return count_lanes(scores, threshold);
}

}  // namespace honestrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace honestrank::kernels {
HWY_EXPORT(count_doubles);
HWY_EXPORT(count_floats);

namespace {

template <typename Score>
ScoreCounts count_plainly(std::span<const Score> scores, Score threshold) noexcept {
  ScoreCounts counts;
  for (const Score score : scores) {
    counts.above += score > threshold ? 1 : 0;
    counts.equal += score == threshold ? 1 : 0;
  }
  return counts;
}

}  // namespace

ScoreCounts count_scores(std::span<const double> scores, double threshold) noexcept {
  return HWY_DYNAMIC_DISPATCH(count_doubles)(scores, threshold);
}

ScoreCounts count_scores(std::span<const float> scores, float threshold) noexcept {
  return HWY_DYNAMIC_DISPATCH(count_floats)(scores, threshold);
}

ScoreCounts count_scores_reference(std::span<const double> scores, double threshold) noexcept {
  return count_plainly(scores, threshold);
}

ScoreCounts count_scores_reference(std::span<const float> scores, float threshold) noexcept {
  return count_plainly(scores, threshold);
}

}  // namespace honestrank::kernels
#endif  // HWY_ONCE

#include "kernels/pairwise_steps.h"

#include <algorithm>

#include "kernels/logistic.h"

// Highway compiles the rest of this file once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/pairwise_steps.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// Must follow foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace honestrank::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<float, kPairwiseStep>;

/// The sum of `sums`, halves first.
HWY_INLINE float sum_of(float* sums) {
  for (std::size_t half = kPairwiseStep / 2; half > 0; half /= 2) {
    for (std::size_t lane = 0; lane < half; ++lane) sums[lane] += sums[lane + half];
  }
  return sums[0];
}

/// left . (higher - lower), one sum for each place of a step.
HWY_INLINE float difference_of_scores(const float* left, const float* higher, const float* lower,
                                      std::size_t size) {
  const Tag d;
  const std::size_t lanes = hn::Lanes(d);
  HWY_ALIGN float sums[kPairwiseStep];
  for (std::size_t lane = 0; lane < kPairwiseStep; lane += lanes) {
    auto sum = hn::Zero(d);
    for (std::size_t k = lane; k < size; k += kPairwiseStep) {
      const auto difference = hn::Sub(hn::LoadU(d, higher + k), hn::LoadU(d, lower + k));
      sum = hn::Add(sum, hn::Mul(hn::LoadU(d, left + k), difference));
    }
    hn::Store(sum, d, sums + lane);
  }
  return sum_of(sums);
}

HWY_INLINE void move_rows(float* left, float* higher, float* lower, std::size_t size, float keep,
                          float step) {
  const Tag d;
  const auto keep_lanes = hn::Set(d, keep);
  const auto step_lanes = hn::Set(d, step);
  for (std::size_t k = 0; k < size; k += hn::Lanes(d)) {
    const auto l = hn::LoadU(d, left + k);
    const auto h = hn::LoadU(d, higher + k);
    const auto o = hn::LoadU(d, lower + k);
    const auto toward = hn::Mul(step_lanes, l);
    const auto along = hn::Mul(step_lanes, hn::Sub(h, o));
    hn::StoreU(hn::Add(hn::Mul(keep_lanes, l), along), d, left + k);
    hn::StoreU(hn::Add(hn::Mul(keep_lanes, h), toward), d, higher + k);
    hn::StoreU(hn::Sub(hn::Mul(keep_lanes, o), toward), d, lower + k);
  }
}

double pairwise_steps_lanes(const PairwiseTriple* triples, std::size_t count,
                            const PairwiseModel& model) {
  LogSum likelihood;
  for (std::size_t t = 0; t < count; ++t) {
    const PairwiseTriple& triple = triples[t];
    float* const left = model.left + triple.left * model.size;
    float* const higher = model.right + triple.higher * model.size;
    float* const lower = model.right + triple.lower * model.size;
    float& higher_bias = model.bias[triple.higher];
    float& lower_bias = model.bias[triple.lower];
    const Logistic logistic(
        static_cast<double>(difference_of_scores(left, higher, lower, model.size)) +
        (static_cast<double>(higher_bias) - static_cast<double>(lower_bias)));
    likelihood.add(logistic.likelihood);
    const float step = model.rate * static_cast<float>(logistic.coefficient);
    move_rows(left, higher, lower, model.size, model.keep, step);
    higher_bias = model.keep * higher_bias + step;
    lower_bias = model.keep * lower_bias - step;
  }
  return -likelihood.value();
}

}  // namespace honestrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace honestrank::kernels {
HWY_EXPORT(pairwise_steps_lanes);

double pairwise_steps(const PairwiseTriple* triples, std::size_t count,
                      const PairwiseModel& model) noexcept {
  return HWY_DYNAMIC_DISPATCH(pairwise_steps_lanes)(triples, count, model);
}

double pairwise_steps_reference(const PairwiseTriple* triples, std::size_t count,
                                const PairwiseModel& model) noexcept {
  LogSum likelihood;
  for (std::size_t t = 0; t < count; ++t) {
    float* const left = model.left + triples[t].left * model.size;
    float* const higher = model.right + triples[t].higher * model.size;
    float* const lower = model.right + triples[t].lower * model.size;
    float& higher_bias = model.bias[triples[t].higher];
    float& lower_bias = model.bias[triples[t].lower];
    float sums[kPairwiseStep] = {};
    for (std::size_t k = 0; k < model.size; ++k) {
      sums[k % kPairwiseStep] += left[k] * (higher[k] - lower[k]);
    }
    for (std::size_t half = kPairwiseStep / 2; half > 0; half /= 2) {
      for (std::size_t lane = 0; lane < half; ++lane) sums[lane] += sums[lane + half];
    }
    const Logistic logistic(static_cast<double>(sums[0]) +
                            (static_cast<double>(higher_bias) - static_cast<double>(lower_bias)));
    likelihood.add(logistic.likelihood);
    const float step = model.rate * static_cast<float>(logistic.coefficient);
    for (std::size_t k = 0; k < model.size; ++k) {
      const float l = left[k];
      const float h = higher[k];
      const float o = lower[k];
      left[k] = model.keep * l + step * (h - o);
      higher[k] = model.keep * h + step * l;
      lower[k] = model.keep * o - step * l;
    }
    higher_bias = model.keep * higher_bias + step;
    lower_bias = model.keep * lower_bias - step;
  }
  return -likelihood.value();
}

}  // namespace honestrank::kernels
#endif  // HWY_ONCE

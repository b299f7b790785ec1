#pragma once

#include <cstddef>
#include <cstdint>

namespace honestrank::kernels {

// Stochastic gradient steps on the logistic loss of a difference of two scores. The order of every
// sum is fixed, a product and a sum are rounded one after the other: the bits are the same on every
// instruction set and those of the plain loops.

/// Rows have a multiple of so many values.
inline constexpr std::size_t kPairwiseStep = 16;

/// A row of the left side and two of the right side: the score of the first is to be higher.
struct PairwiseTriple {
  std::uint32_t left;
  std::uint32_t higher;
  std::uint32_t lower;
};

/// Scores are left[l] . right[r] + bias[r].
struct PairwiseModel {
  float* left;
  float* right;
  float* bias;
  std::size_t size;  ///< values in a row
  float rate;        ///< of learning
  float keep;        ///< what a row or a bias is multiplied by in a step that changes it
};

/// One step for each triple, in order. With x the difference of its scores and c = 1 / (1 + e^x),
///   left   = keep * left   + rate * c * (higher - lower)
///   higher = keep * higher + rate * c * left
///   lower  = keep * lower  - rate * c * left        (all from the rows before the step)
/// and so for the biases, with 1 in the place of `left`. Gives the sum of log(1 + e^-x) before each
/// step. `higher` and `lower` are never the same row.
double pairwise_steps(const PairwiseTriple* triples, std::size_t count,
                      const PairwiseModel& model) noexcept;

/// The plain loops that define it.
double pairwise_steps_reference(const PairwiseTriple* triples, std::size_t count,
                                const PairwiseModel& model) noexcept;

}  // namespace honestrank::kernels

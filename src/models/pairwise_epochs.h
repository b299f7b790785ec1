#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "honestrank/base/random.h"
#include "kernels/pairwise_steps.h"
#include "models/triple_draws.h"
#include "models/triple_rounds.h"

namespace honestrank {

/// Steps for all triples of an epoch, in a random order, by several threads. The bits are those of
/// one step after another.
class PairwiseEpochs {
 public:
  /// Triples that are held at a time, so that memory stays within bounds.
  static constexpr std::size_t kMostTriples = std::size_t{1} << 22;

  /// `draws` must outlive the epochs and have a pair.
  PairwiseEpochs(const TripleDraws& draws, std::uint64_t seed, unsigned threads,
                 std::size_t most_triples = kMostTriples);

  /// Takes the steps and gives the mean of their losses.
  double run(std::uint32_t epoch, const kernels::PairwiseModel& model);

 private:
  void run_round(std::uint32_t epoch, std::size_t part, std::size_t round,
                 const kernels::PairwiseModel& model);

  const TripleDraws& draws_;
  CounterRandom order_;
  unsigned threads_;
  std::size_t parts_;  ///< of an epoch
  TripleRounds rounds_;
  CellTriples triples_;       ///< of a part
  std::vector<double> loss_;  ///< of each cell
};

}  // namespace honestrank

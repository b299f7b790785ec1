#pragma once

#include <cstdint>

#include "honestrank/data/interactions.h"
#include "honestrank/models/score_source.h"
#include "honestrank/models/training.h"

namespace honestrank {

struct NeuMfOptions {
  std::uint32_t factors = 16;   ///< of the product, and outputs of the last hidden layer
  std::uint32_t negatives = 4;  ///< items without an interaction for each one with, in every epoch
  double learning_rate = 1e-3;  ///< of Adam
  std::uint32_t batch = 512;    ///< interactions at a time, each with its negatives
  std::uint32_t epochs = 40;    ///< at most
  std::uint32_t patience = 4;   ///< epochs without a better validation that end the training
  std::uint32_t validation = 10000;  ///< users of whom one interaction is held out; 0: no stopping
  std::uint64_t seed = 42;
};

/// Throws InputError if an option is out of range.
void validate(const NeuMfOptions& options);

/// Neural matrix factorisation of He et al. (WWW 2017), without pre-training: a product of factors
/// beside three hidden layers, of 4, 2 and 1 times `factors` outputs, over embeddings of 4 times
/// `factors`. Log loss of interactions against items drawn from those without one. An interaction
/// counts once; ratings are ignored.
///
/// Early stopping, repeatability and errors are those of multivae.
PairNetwork neumf(const Interactions& train, const NeuMfOptions& options = {},
                  const TrainingOptions& training = {});

}  // namespace honestrank

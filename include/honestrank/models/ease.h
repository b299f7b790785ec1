#pragma once

#include "honestrank/data/interactions.h"
#include "honestrank/models/score_source.h"
#include "honestrank/models/training.h"

namespace honestrank {

struct EaseOptions {
  double l2 = 500;  ///< regularisation
};

/// Throws InputError if an option is out of range.
void validate(const EaseOptions& options);

/// Steck's linear autoencoder (WWW 2019): item weights without a diagonal that best reproduce the
/// interactions, B = I - P / diag(P) with P the inverse of X^T X + l2 I. An interaction counts
/// once; ratings are ignored.
///
/// Cost: items^3 / 2 products, 8 * items^2 bytes. The same bits for any number of threads and any
/// instruction set. Throws InputError unless `l2` is positive (up to 1e30) and large enough for
/// float32 to give the weights to two digits, and for an empty `train`.
DenseSimilarity ease(const Interactions& train, const EaseOptions& options = {},
                     const TrainingOptions& training = {});

}  // namespace honestrank

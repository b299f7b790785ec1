#pragma once

#include <cstdint>

#include "honestrank/data/interactions.h"
#include "honestrank/models/score_source.h"
#include "honestrank/models/training.h"

namespace honestrank {

struct BprOptions {
  std::uint32_t factors = 64;
  double learning_rate = 0.02;
  double regularization = 0.005;  ///< lambda below
  std::uint32_t epochs = 80;      ///< with a step for every interaction
  double start = 0.1;             ///< standard deviation of the factors before the first step
  std::uint64_t seed = 42;
};

/// Throws InputError if an option is out of range.
void validate(const BprOptions& options);

/// Matrix factorisation that ranks: Bayesian personalised ranking (Rendle et al., UAI 2009).
///
/// A step takes an interaction of user u and item i and draws an item j that others have an
/// interaction with and u has not, each as likely as any other. It then follows the gradient of
///   log(1 + e^-x) + lambda / 2 * (|v_u|^2 + |v_i|^2 + |v_j|^2 + b_i^2 + b_j^2),
///   x = v_u . (v_i - v_j) + b_i - b_j.
/// An epoch has a step for every interaction, in a random order. An interaction counts once;
/// ratings are ignored. Users without one, and users with one with every item, take no part and
/// have zeros: they are ranked by the biases. Items without one have zeros too, and the biases are
/// moved so that the lowest is 0: what nobody chose stands with what was chosen least. The loss
/// that progress tells is the mean of log(1 + e^-x) over the steps of an epoch.
///
/// The same bits for any number of threads and any instruction set: steps that run at the same time
/// have no user and no item in common. At most 16 threads work at once, fewer on small data. Cost
/// of an epoch: 6 products for each interaction and factor. Memory: 12 bytes for each interaction,
/// and 24 for each of the 4 million that are held at a time.
///
/// Throws InputError for options out of range, a `train` that has nothing to compare, and where the
/// factors grow beyond all bounds (a learning rate that is too high).
Factors bpr(const Interactions& train, const BprOptions& options = {},
            const TrainingOptions& training = {});

}  // namespace honestrank

#pragma once

#include <cstdint>

#include "honestrank/data/interactions.h"
#include "honestrank/models/score_source.h"
#include "honestrank/models/training.h"

namespace honestrank {

struct IalsOptions {
  std::uint32_t factors = 64;
  double regularization = 10;  ///< lambda below
  double alpha = 0.2;          ///< weight of the pairs without an interaction
  double nu = 0;               ///< regularises who has more interactions more; 0: all alike
  std::uint32_t sweeps = 16;   ///< of all users, then all items
  double start = 0.1;          ///< standard deviation of the item factors before the first sweep
  std::uint64_t seed = 42;
};

/// Throws InputError if an option is out of range.
void validate(const IalsOptions& options);

/// Matrix factorisation by alternating least squares for implicit feedback.
///
/// Minimises, with H the pairs of user and item in `train`,
///   sum over H of (y - 1)^2 + alpha * sum over all pairs of y^2
///     + lambda * sum over users and items of w |v|^2,   y = v_user . v_item,
/// where w = (n + alpha N)^nu for a user or item with n interactions and N possible ones (Rendle et
/// al., "Revisiting the performance of iALS", RecSys 2022); the published iALS has nu = 0, w = 1.
/// Users and items take turns, each solved exactly (Hu, Koren & Volinsky, ICDM 2008). An
/// interaction counts once; ratings are ignored; users and items without one have zeros.
///
/// The same bits for any number of threads and any instruction set. Cost of a sweep: interactions
/// * factors^2 + (users + items) * factors^3 / 6 products.
///
/// Throws InputError for options out of range, an empty `train`, and where a system cannot be
/// solved (a regularisation that is too small).
Factors ials(const Interactions& train, const IalsOptions& options = {},
             const TrainingOptions& training = {});

}  // namespace honestrank

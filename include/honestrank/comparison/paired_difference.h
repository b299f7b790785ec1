#pragma once

#include <cstdint>
#include <span>

namespace honestrank {

/// By how much a model is better than another one, user by user.
struct PairedDifference {
  double mean = 0;            ///< of first minus second
  double standard_error = 0;  ///< NaN below two users
  double low = 0;             ///< 95 % interval (Student's t)
  double high = 0;
  double p_value = 0;       ///< of a mean as far from 0, if there were no difference (two-sided t)
  std::uint64_t users = 0;  ///< with a value of both
};

/// The values of both models are in the same order; users with a NaN are left out. Throws
/// InputError if their numbers differ.
PairedDifference paired_difference(std::span<const double> first, std::span<const double> second);

}  // namespace honestrank

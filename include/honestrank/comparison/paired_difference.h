#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace honestrank {

/// By how much a model is better than another one, user by user.
struct PairedDifference {
  double mean = 0;            ///< of first minus second
  double standard_error = 0;  ///< NaN below two users
  double low = 0;             ///< 95 % interval (Student's t)
  double high = 0;
  double p_value = 0;      ///< of a mean as far from 0, if there were no difference (two-sided t);
                           ///< 0, or 1 for a mean of 0, where differences have no spread
  double effect_size = 0;  ///< Cohen's d: the mean over the standard deviation of users'
                           ///< differences; NaN where these have no spread
  std::uint64_t wins = 0;  ///< users for whom first is larger
  std::uint64_t ties = 0;
  std::uint64_t losses = 0;
  std::uint64_t users = 0;  ///< with a value of both
};

/// The values of both models are in the same order; users with a NaN are left out. Values that are
/// equal but for rounding (1e-12 of themselves) are ties, and a standard deviation of differences
/// that is no more of the largest of them is no spread. Throws InputError if their numbers differ.
PairedDifference paired_difference(std::span<const double> first, std::span<const double> second);

/// The same of differences, NaN left out; those up to 1e-12 of the largest are ties.
PairedDifference paired_difference(std::span<const double> differences);

/// First minus second of the users that have both, in their order; 0 where these are equal but for
/// rounding. Throws InputError if the numbers differ.
std::vector<double> differences_of(std::span<const double> first, std::span<const double> second);

}  // namespace honestrank

#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "honestrank/data/synthetic.h"

namespace honestrank {

/// How active the users are: minimum + scale * stretched exponential, cut off at maximum.
class ActivityCurve {
 public:
  /// Finds the scale that gives the wanted mean. The mean must be from minimum to maximum.
  ActivityCurve(double mean, std::uint32_t minimum, std::uint32_t maximum);

  /// The activity at a quantile of the users.
  std::uint32_t at(double quantile) const;

 private:
  double minimum_;
  double maximum_;
  double scale_ = 0;
};

SyntheticUser describe_user(const SyntheticOptions& options, std::uint32_t user);

/// A user's latent taste, padded, times the strength of taste: what of it follows the attributes
/// through the genres, and what is the user's own.
std::vector<float> synthetic_taste(const SyntheticOptions& options,
                                   std::span<const float> genre_vectors, std::uint32_t user);

}  // namespace honestrank

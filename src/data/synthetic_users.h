#pragma once

#include <cstdint>
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

/// A user's taste, of vector_length: latent, partly shared within the occupation, and leaning
/// towards genres by gender and age.
std::vector<float> synthetic_taste(const SyntheticOptions& options, std::uint32_t user);

}  // namespace honestrank

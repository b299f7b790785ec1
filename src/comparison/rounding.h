#pragma once

#include <algorithm>
#include <cmath>
#include <span>

namespace honestrank::comparison {

/// What rounding may make of numbers that are equal, relative to them.
inline constexpr double kRounding = 1e-12;

/// Whether two numbers are equal but for rounding. False where one is NaN.
inline bool are_equal(double first, double second) {
  return std::abs(first - second) <= kRounding * std::max(std::abs(first), std::abs(second));
}

/// What rounding may add to differences of users, and to their spread: nothing up to it is known
/// to be other than 0. NaN are left out.
inline double rounding_of(std::span<const double> differences) {
  double largest = 0;
  for (const double each : differences) {
    if (!std::isnan(each)) largest = std::max(largest, std::abs(each));
  }
  return kRounding * largest;
}

}  // namespace honestrank::comparison

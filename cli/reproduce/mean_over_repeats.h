#pragma once

#include <cmath>
#include <vector>

namespace honestrank::cli {

inline double mean_of(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum / static_cast<double>(values.size());
}

/// Standard deviation; NaN for fewer than two.
inline double deviation_of(const std::vector<double>& values) {
  if (values.size() < 2) return std::nan("");
  const double mean = mean_of(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

}  // namespace honestrank::cli

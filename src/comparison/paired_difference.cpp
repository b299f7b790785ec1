#include "honestrank/comparison/paired_difference.h"

#include <fmt/format.h>

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "honestrank/base/error.h"

namespace honestrank {

PairedDifference paired_difference(std::span<const double> first, std::span<const double> second) {
  if (first.size() != second.size()) {
    throw InputError(
        fmt::format("paired_difference: expected values of the same users; got {} and {}",
                    first.size(), second.size()));
  }
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> differences;
  double sum = 0;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const double difference = first[i] - second[i];
    if (std::isnan(difference)) continue;
    differences.push_back(difference);
    sum += difference;
  }
  PairedDifference result;
  result.users = differences.size();
  result.mean = differences.empty() ? kNan : sum / static_cast<double>(differences.size());
  result.standard_error = result.low = result.high = result.p_value = kNan;
  if (differences.size() < 2) return result;
  double squares = 0;
  for (const double each : differences) squares += (each - result.mean) * (each - result.mean);
  const double freedom = static_cast<double>(differences.size()) - 1;
  result.standard_error = std::sqrt(squares / freedom / static_cast<double>(differences.size()));
  const boost::math::students_t_distribution<double> student(freedom);
  constexpr double kOutside = 0.05;
  const double quantile = boost::math::quantile(boost::math::complement(student, kOutside / 2));
  result.low = result.mean - quantile * result.standard_error;
  result.high = result.mean + quantile * result.standard_error;
  if (result.standard_error > 0) {
    result.p_value = 2 * boost::math::cdf(boost::math::complement(
                             student, std::abs(result.mean) / result.standard_error));
  } else {
    result.p_value = result.mean == 0 ? 1 : 0;
  }
  return result;
}

}  // namespace honestrank

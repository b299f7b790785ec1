#include "honestrank/comparison/paired_difference.h"

#include <fmt/format.h>

#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <limits>

#include "comparison/rounding.h"
#include "honestrank/base/error.h"

namespace honestrank {
namespace {

std::vector<double> checked_differences(std::span<const double> first,
                                        std::span<const double> second, const char* caller) {
  if (first.size() != second.size()) {
    throw InputError(fmt::format("{}: expected values of the same users; got {} and {}", caller,
                                 first.size(), second.size()));
  }
  std::vector<double> differences;
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (std::isnan(first[i] - second[i])) continue;
    const bool equal = comparison::are_equal(first[i], second[i]);
    differences.push_back(equal ? 0 : first[i] - second[i]);
  }
  return differences;
}

void set_interval(double freedom, PairedDifference& result) {
  const boost::math::students_t_distribution<double> student(freedom);
  constexpr double kBeyond = 0.05;
  const double quantile = boost::math::quantile(boost::math::complement(student, kBeyond / 2));
  result.low = result.mean - quantile * result.standard_error;
  result.high = result.mean + quantile * result.standard_error;
  if (result.standard_error > 0) {
    result.p_value = 2 * boost::math::cdf(boost::math::complement(
                             student, std::abs(result.mean) / result.standard_error));
  } else {
    result.p_value = result.mean == 0 ? 1 : 0;
  }
}

}  // namespace

std::vector<double> differences_of(std::span<const double> first, std::span<const double> second) {
  return checked_differences(first, second, "differences_of");
}

PairedDifference paired_difference(std::span<const double> first, std::span<const double> second) {
  return paired_difference(checked_differences(first, second, "paired_difference"));
}

PairedDifference paired_difference(std::span<const double> differences) {
  constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
  PairedDifference result;
  double sum = 0;
  const double rounding = comparison::rounding_of(differences);
  for (const double each : differences) {
    if (std::isnan(each)) continue;
    ++result.users;
    sum += each;
    if (each > rounding) ++result.wins;
    if (each < -rounding) ++result.losses;
  }
  result.ties = result.users - result.wins - result.losses;
  const auto users = static_cast<double>(result.users);
  result.mean = result.users == 0 ? kNan : sum / users;
  result.standard_error = result.low = result.high = result.p_value = result.effect_size = kNan;
  if (result.users < 2) return result;
  double squares = 0;
  for (const double each : differences) {
    if (!std::isnan(each)) squares += (each - result.mean) * (each - result.mean);
  }
  double variance = squares / (users - 1);
  if (variance <= rounding * rounding) variance = 0;
  result.standard_error = std::sqrt(variance / users);
  if (variance > 0) result.effect_size = result.mean / std::sqrt(variance);
  set_interval(users - 1, result);
  return result;
}

}  // namespace honestrank

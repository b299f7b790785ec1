#pragma once

#include <algorithm>
#include <boost/math/quadrature/gauss.hpp>

namespace honestrank::metrics {

/// From this rank on 1/rank, 1/log2(rank+1) and the like change so little from one rank to the
/// next that smooth_sum() is exact to rounding.
inline constexpr double kSmoothFrom = 512;

/// Sum of term(i) for i = 1 .. count, by the Euler-Maclaurin formula: the integral from 1/2 to
/// count+1/2, with the derivatives at its ends written as central differences of the terms.
///
/// `term` takes a double and must be smooth on the scale of `above` + i >= kSmoothFrom, and on the
/// scale of `width`: its logarithm changes by about 1 over that length. The interval is cut where
/// either doubles, which ten Gauss-Legendre points integrate to rounding. Terms up to 2 places
/// outside 1 .. count are used.
template <typename Term>
double smooth_sum(const Term& term, double above, double count, double width) {
  const auto end_correction = [&](double last) {
    const double first_difference = term(last + 1) - term(last);
    const double third_difference =
        term(last + 2) - 3 * term(last + 1) + 3 * term(last) - term(last - 1);
    return first_difference / 24 - third_difference * (17.0 / 5760);
  };

  double sum = end_correction(0) - end_correction(count);
  const double end = count + 0.5;
  for (double begin = 0.5; begin < end;) {
    const double next = std::min(end, begin + std::min(above + begin, 2 * width));
    sum += boost::math::quadrature::gauss<double, 10>::integrate(term, begin, next);
    begin = next;
  }
  return sum;
}

}  // namespace honestrank::metrics

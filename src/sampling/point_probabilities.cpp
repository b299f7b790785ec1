#include "sampling/point_probabilities.h"

#include <array>
#include <cmath>
#include <numbers>

#include "base/portable_math.h"

namespace honestrank::sampling {
namespace {

/// log(n!) - log(sqrt(2 pi n) (n/e)^n).
double stirling_error(double n) {
  constexpr std::size_t kExact = 16;
  static const std::array<double, kExact> table = [] {
    std::array<double, kExact> errors{};
    long double factorial = 1;
    for (std::size_t i = 1; i < kExact; ++i) {
      const auto x = static_cast<long double>(i);
      factorial *= x;
      errors[i] = static_cast<double>(
          std::log(factorial) -
          (0.5L * std::log(2 * std::numbers::pi_v<long double> * x) + x * (std::log(x) - 1)));
    }
    return errors;
  }();
  if (n < kExact) return table[static_cast<std::size_t>(n)];
  const double square = n * n;
  return (1.0 / 12 -
          (1.0 / 360 - (1.0 / 1260 - (1.0 / 1680 - 1.0 / 1188 / square) / square) / square) /
              square) /
         n;
}

/// x log(x / mean) + mean - x, without cancellation where both are nearly equal.
double deviance(double x, double mean) {
  if (std::abs(x - mean) < 0.1 * (x + mean)) {
    const double ratio = (x - mean) / (x + mean);
    double sum = (x - mean) * ratio;
    double term = 2 * x * ratio;
    for (int i = 1; i < 1000; ++i) {
      term *= ratio * ratio;
      const double next = sum + term / (2 * i + 1);
      if (next == sum) break;
      sum = next;
    }
    return sum;
  }
  return x * portable::log(x / mean) + mean - x;
}

/// log(share), where rest = 1 - share.
double log_of(double share, double rest) {
  return share < 0.5 ? portable::log(share) : portable::log1p(-rest);
}

}  // namespace

double binomial_probability(double successes, double trials, double share, double rest) {
  if (successes > trials) return 0;
  if (share <= 0) return successes == 0 ? 1 : 0;
  if (rest <= 0) return successes == trials ? 1 : 0;
  if (successes == 0) return portable::exp(trials * log_of(rest, share));
  if (successes == trials) return portable::exp(trials * log_of(share, rest));
  const double failures = trials - successes;
  const double logarithm = stirling_error(trials) - stirling_error(successes) -
                           stirling_error(failures) - deviance(successes, trials * share) -
                           deviance(failures, trials * rest);
  return std::sqrt(trials / (2 * std::numbers::pi * successes * failures)) *
         portable::exp(logarithm);
}

double hypergeometric_probability(double marked, double drawn, double all_marked, double all) {
  if (marked > drawn || marked > all_marked || drawn - marked > all - all_marked) return 0;
  if (drawn == 0 || drawn == all) return 1;
  // Conditioned on its sum, a pair of binomial numbers is hypergeometric for any share.
  const double share = drawn / all;
  const double rest = (all - drawn) / all;
  return binomial_probability(marked, all_marked, share, rest) *
         (binomial_probability(drawn - marked, all - all_marked, share, rest) /
          binomial_probability(drawn, all, share, rest));
}

}  // namespace honestrank::sampling

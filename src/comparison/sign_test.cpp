#include "honestrank/comparison/sign_test.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>

namespace honestrank {

double sign_test(std::uint64_t wins, std::uint64_t losses) {
  if (wins == losses) return 1;
  const boost::math::binomial_distribution<double> fair(static_cast<double>(wins + losses), 0.5);
  return std::min(1.0, 2 * boost::math::cdf(fair, static_cast<double>(std::min(wins, losses))));
}

}  // namespace honestrank

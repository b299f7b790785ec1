#pragma once

#include <cstdint>

namespace honestrank::sampling {

/// Calls visit(number, probability) for how many of `others` items stand above the `place`-th (from
/// 1) of `relevant` ones, where all of them are tied and every order is as likely as any other.
template <typename Visit>
void for_tied_places(std::uint64_t others, std::uint64_t relevant, std::uint64_t place,
                     const Visit& visit) {
  // Negative hypergeometric: C(x+k-1, x) C(others-x+relevant-k, others-x) / C(others+relevant,
  // relevant). Its value at 0 is a product of `place` ratios.
  double probability = 1;
  for (std::uint64_t i = 0; i < place; ++i) {
    probability *= static_cast<double>(relevant - i) / static_cast<double>(others + relevant - i);
  }
  for (std::uint64_t x = 0;; ++x) {
    visit(x, probability);
    if (x == others) break;
    probability *= static_cast<double>(x + place) / static_cast<double>(x + 1) *
                   static_cast<double>(others - x) /
                   static_cast<double>(others - x + relevant - place);
  }
}

}  // namespace honestrank::sampling

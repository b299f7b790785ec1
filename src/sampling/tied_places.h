#pragma once

#include <cstdint>
#include <vector>

namespace honestrank::sampling {

/// Calls visit(number, probability) for how many of `others` items stand above the `place`-th (from
/// 1) of `relevant` ones, where all of them are tied and every order is as likely as any other.
template <typename Visit>
void for_tied_places(std::uint64_t others, std::uint64_t relevant, std::uint64_t place,
                     const Visit& visit) {
  if (relevant == 1) {
    const double share = 1 / (static_cast<double>(others) + 1);
    for (std::uint64_t x = 0; x <= others; ++x) visit(x, share);
    return;
  }
  // Negative hypergeometric: C(x+k-1, x) C(others-x+relevant-k, others-x) / C(others+relevant,
  // relevant). From the middle outwards, where nothing underflows that counts, and divided by the
  // sum.
  const auto step = [&](std::uint64_t x) {  // the probability of x + 1 over that of x
    return static_cast<double>(x + place) / static_cast<double>(x + 1) *
           static_cast<double>(others - x) / static_cast<double>(others - x + relevant - place);
  };
  const auto middle =
      static_cast<std::uint64_t>(static_cast<double>(others) * static_cast<double>(place - 1) /
                                 static_cast<double>(relevant - 1));
  std::vector<double> weight(others + 1);
  weight[middle] = 1;
  for (std::uint64_t x = middle; x < others; ++x) weight[x + 1] = weight[x] * step(x);
  for (std::uint64_t x = middle; x > 0; --x) weight[x - 1] = weight[x] / step(x - 1);
  double sum = 0;
  for (const double each : weight) sum += each;
  for (std::uint64_t x = 0; x <= others; ++x) visit(x, weight[x] / sum);
}

}  // namespace honestrank::sampling

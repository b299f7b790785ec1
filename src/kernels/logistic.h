#pragma once

#include <bit>
#include <cstdint>

#include "base/portable_math.h"

namespace honestrank::kernels {

/// e^x for |x| <= 300, to 2e-10 of it: basic operations alone, so the bits are the same everywhere.
/// Several times as fast as portable::exp.
inline double quick_exp(double x) noexcept {
  constexpr double kLog2E = 0x1.71547652b82fep+0;
  constexpr double kLn2 = 0x1.62e42fefa39efp-1;
  constexpr double kShift = 0x1.8p52;  // adding it rounds to a whole number, left in the last bits
  const double shifted = x * kLog2E + kShift;
  const double r = x - (shifted - kShift) * kLn2;
  // Taylor's polynomial, in halves that do not wait for each other.
  const double r2 = r * r;
  const double r4 = r2 * r2;
  const double low = (1 + r) + r2 * (1.0 / 2 + r * (1.0 / 6));
  const double high = (1.0 / 24 + r * (1.0 / 120)) + r2 * (1.0 / 720 + r * (1.0 / 5040));
  const double power = low + r4 * (high + r4 * (1.0 / 40320));
  const std::uint64_t exponent = std::bit_cast<std::uint64_t>(shifted) << 52;
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(power) + exponent);
}

/// Sums logarithms of numbers from 1e-131 to 1: a logarithm is taken of a product now and then.
class LogSum {
 public:
  void add(double factor) noexcept {
    product_ *= factor;
    if (product_ < 1e-150) {
      sum_ += portable::log(product_);
      product_ = 1;
    }
  }
  double value() const noexcept { return sum_ + portable::log(product_); }

 private:
  double sum_ = 0;
  double product_ = 1;
};

/// For the difference x of two scores: c = 1 / (1 + e^x), whose logistic loss is -log(e^x c). x is
/// taken to be within 300 of 0. NaN stays NaN.
struct Logistic {
  double coefficient;
  double likelihood;

  explicit Logistic(double x) noexcept {
    const double power = quick_exp(x < -300 ? -300 : (x > 300 ? 300 : x));
    coefficient = 1 / (1 + power);
    likelihood = power * coefficient;
  }
};

}  // namespace honestrank::kernels

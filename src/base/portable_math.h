#pragma once

#include <cmath>

/// Elementary functions with the same bits on every x86 CPU.
///
/// The C library picks faster variants of the double functions where the CPU has fused
/// multiply-add, and they may differ in the last bit. The long double functions have one variant;
/// rounded to double their result is nearly always the correctly rounded one.
namespace honestrank::portable {

inline double log(double x) { return static_cast<double>(std::log(static_cast<long double>(x))); }
inline double log1p(double x) {
  return static_cast<double>(std::log1p(static_cast<long double>(x)));
}
inline double log2(double x) { return static_cast<double>(std::log2(static_cast<long double>(x))); }
inline double exp(double x) { return static_cast<double>(std::exp(static_cast<long double>(x))); }
inline double exp2(double x) { return static_cast<double>(std::exp2(static_cast<long double>(x))); }
inline double expm1(double x) {
  return static_cast<double>(std::expm1(static_cast<long double>(x)));
}
inline double cos(double x) { return static_cast<double>(std::cos(static_cast<long double>(x))); }
inline double pow(double x, double y) {
  return static_cast<double>(std::pow(static_cast<long double>(x), static_cast<long double>(y)));
}

}  // namespace honestrank::portable

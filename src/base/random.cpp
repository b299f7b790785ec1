#include "honestrank/base/random.h"

#include <Random123/philox.h>

#include <cmath>
#include <numbers>

#include "base/portable_math.h"

namespace honestrank {
namespace {

constexpr double kTwoToMinus53 = 0x1.0p-53;

double unit_interval(std::uint32_t high, std::uint32_t low) noexcept {
  const std::uint64_t word = (static_cast<std::uint64_t>(high) << 32) | low;
  return static_cast<double>(word >> 11) * kTwoToMinus53;
}

}  // namespace

std::array<std::uint32_t, 4> CounterRandom::block(std::uint64_t a, std::uint32_t b) const noexcept {
  const r123::Philox4x32::ctr_type counter{
      {static_cast<std::uint32_t>(a), static_cast<std::uint32_t>(a >> 32), b, stream_}};
  const r123::Philox4x32::key_type key{
      {static_cast<std::uint32_t>(seed_), static_cast<std::uint32_t>(seed_ >> 32)}};
  const auto words = r123::Philox4x32{}(counter, key);
  return {words[0], words[1], words[2], words[3]};
}

std::uint64_t CounterRandom::bits(std::uint64_t a, std::uint32_t b) const noexcept {
  const auto words = block(a, b);
  return (static_cast<std::uint64_t>(words[0]) << 32) | words[1];
}

double CounterRandom::uniform(std::uint64_t a, std::uint32_t b) const noexcept {
  const auto words = block(a, b);
  return unit_interval(words[0], words[1]);
}

std::uint64_t CounterRandom::below(std::uint64_t bound, std::uint64_t a,
                                   std::uint32_t b) const noexcept {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Wide>(bits(a, b)) * bound) >> 64);
}

double CounterRandom::normal(std::uint64_t a, std::uint32_t b) const noexcept {
  const auto words = block(a, b);
  // 1 - u is in (0, 1], so the logarithm is finite.
  const double radius = std::sqrt(-2.0 * portable::log(1.0 - unit_interval(words[0], words[1])));
  return radius * portable::cos(2.0 * std::numbers::pi * unit_interval(words[2], words[3]));
}

}  // namespace honestrank

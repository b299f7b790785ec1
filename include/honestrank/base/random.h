#pragma once

#include <array>
#include <cstdint>

namespace honestrank {

/// Random numbers as a pure function of (seed, stream, a, b): Philox 4x32-10 of Salmon et al.
/// (SC 2011). Nothing is stored and nothing advances, so draws do not depend on threads, on
/// batches or on what was drawn before; `a` and `b` are typically a user and a draw index.
class CounterRandom {
 public:
  /// `stream` separates uses of one seed: two streams are independent.
  explicit CounterRandom(std::uint64_t seed, std::uint32_t stream = 0) noexcept
      : seed_(seed), stream_(stream) {}

  /// 128 random bits for the counter (a, b); `b` has 32 bits of room.
  std::array<std::uint32_t, 4> block(std::uint64_t a, std::uint32_t b = 0) const noexcept;

  /// 64 random bits.
  std::uint64_t bits(std::uint64_t a, std::uint32_t b = 0) const noexcept;

  /// Uniform on [0, 1), a multiple of 2^-53.
  double uniform(std::uint64_t a, std::uint32_t b = 0) const noexcept;

  /// Uniform on {0, ..., bound-1}; each value's probability is off by less than 2^-64.
  /// `bound` must not be 0.
  std::uint64_t below(std::uint64_t bound, std::uint64_t a, std::uint32_t b = 0) const noexcept;

  /// Standard normal (Box-Muller).
  double normal(std::uint64_t a, std::uint32_t b = 0) const noexcept;

 private:
  std::uint64_t seed_;
  std::uint32_t stream_;
};

}  // namespace honestrank

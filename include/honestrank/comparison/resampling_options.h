#pragma once

#include <cstdint>

namespace honestrank {

/// Of tests that draw at random.
struct ResamplingOptions {
  std::uint32_t resamples = 10'000;  ///< at least 100
  std::uint64_t seed = 42;
  unsigned threads = 0;  ///< 0: all hardware threads
};

}  // namespace honestrank

#pragma once

#include <fmt/format.h>

#include "honestrank/base/error.h"
#include "honestrank/comparison/resampling_options.h"

namespace honestrank::comparison {

inline void require_resamples(const ResamplingOptions& options, const char* caller) {
  constexpr std::uint32_t kLeast = 100;
  if (options.resamples >= kLeast) return;
  throw InputError(
      fmt::format("{}: expected at least {} resamples; got {}", caller, kLeast, options.resamples));
}

}  // namespace honestrank::comparison

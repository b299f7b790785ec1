#pragma once

#include <hwy/targets.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

namespace benchmarks {

/// Makes the library do with one instruction set, by Highway's name ("AVX2"), as if the machine had
/// no better one. Throws std::invalid_argument, which names them, if it is not among those compiled
/// in that this machine has.
inline void use_only(std::string_view name) {
  std::string known;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    if (name == hwy::TargetName(target)) {
      hwy::SetSupportedTargetsForTest(target);
      hwy::GetChosenTarget().Update(hwy::SupportedTargets());
      return;
    }
    known += std::string(known.empty() ? "" : ", ") + hwy::TargetName(target);
  }
  throw std::invalid_argument("expected an instruction set out of " + known + "; got " +
                              std::string(name));
}

}  // namespace benchmarks

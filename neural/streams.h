#pragma once

#include <cstdint>

namespace honestrank::neural {

// Uses of a seed that must not see each other's random numbers.
inline constexpr std::uint32_t kWeightStream = 0x4e570001;
inline constexpr std::uint32_t kOrderStream = 0x4e570002;
inline constexpr std::uint32_t kDropoutStream = 0x4e570003;
inline constexpr std::uint32_t kLatentStream = 0x4e570004;
inline constexpr std::uint32_t kNegativeStream = 0x4e570005;
inline constexpr std::uint32_t kValidationStream = 0x4e570006;

}  // namespace honestrank::neural

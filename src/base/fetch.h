#pragma once

#include <cstddef>

namespace honestrank {

/// Asks for values that the machine cannot guess to be needed soon, to be brought to the second
/// level of the cache.
template <typename Value>
void fetch_nearby(const Value* values, std::size_t count) noexcept {
  constexpr std::size_t kInLine = 64 / sizeof(Value);
  for (std::size_t i = 0; i < count; i += kInLine) __builtin_prefetch(values + i, 0, 2);
}

}  // namespace honestrank

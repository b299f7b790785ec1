#pragma once

#include <cstddef>
#include <new>
#include <vector>

#include "base/aligned.h"
#include "base/huge_pages.h"

namespace honestrank {

/// Memory that starts at a cache line, on large pages if it is large, with numbers left unset where
/// std::allocator sets them to 0.
template <typename Value>
struct UnsetAllocator : CacheLineAllocator<Value> {
  UnsetAllocator() = default;
  template <typename Other>
  UnsetAllocator(const UnsetAllocator<Other>&) noexcept {}  // NOLINT: allocators convert

  Value* allocate(std::size_t count) {
    Value* const values = CacheLineAllocator<Value>::allocate(count);
    advise_huge_pages(values, count * sizeof(Value));
    return values;
  }

  template <typename Other>
  void construct(Other* place) noexcept {
    ::new (static_cast<void*>(place)) Other;
  }
};

/// A large array of numbers that several threads write: to set it to 0 first, which one thread
/// would do, takes as long as they do.
template <typename Value>
using UnsetVector = std::vector<Value, UnsetAllocator<Value>>;

}  // namespace honestrank

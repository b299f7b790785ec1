#pragma once

#include <cstddef>
#include <new>
#include <vector>

namespace honestrank {

/// Memory that starts at a cache line, as vector instructions like it.
template <typename Value>
struct CacheLineAllocator {
  using value_type = Value;
  static constexpr std::align_val_t kAlignment{64};

  CacheLineAllocator() = default;
  template <typename Other>
  CacheLineAllocator(const CacheLineAllocator<Other>&) noexcept {}  // NOLINT: allocators convert

  Value* allocate(std::size_t count) {
    return static_cast<Value*>(::operator new(count * sizeof(Value), kAlignment));
  }
  void deallocate(Value* data, std::size_t) noexcept { ::operator delete(data, kAlignment); }

  friend bool operator==(const CacheLineAllocator&, const CacheLineAllocator&) { return true; }
};

template <typename Value>
using AlignedVector = std::vector<Value, CacheLineAllocator<Value>>;

}  // namespace honestrank

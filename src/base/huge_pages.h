#pragma once

#include <cstddef>
#include <memory_resource>
#include <vector>

namespace honestrank {

/// Asks the system to back `[data, data + bytes)` with large pages: large tables are then written
/// with hundreds of times fewer page faults and read with fewer misses of the address cache.
/// A hint; results never depend on it. Best given before the memory is first touched.
void advise_huge_pages(const void* data, std::size_t bytes) noexcept;

/// Reserves room for `count` values in a vector, on large pages if it is large.
template <typename Value>
void reserve_on_huge_pages(std::vector<Value>& values, std::size_t count) {
  if (count <= values.capacity()) return;
  values.reserve(count);
  advise_huge_pages(values.data(), values.capacity() * sizeof(Value));
}

/// Memory in growing blocks, large ones on large pages, that is given back only as a whole.
class HugePageArena {
 public:
  HugePageArena() = default;
  std::pmr::memory_resource* resource() noexcept { return &blocks_; }

 private:
  class Upstream final : public std::pmr::memory_resource {
    void* do_allocate(std::size_t bytes, std::size_t alignment) override;
    void do_deallocate(void* data, std::size_t bytes, std::size_t alignment) override;
    bool do_is_equal(const memory_resource& other) const noexcept override {
      return this == &other;
    }
  };
  static constexpr std::size_t kFirstBlock = std::size_t{64} << 10;  // later ones grow

  Upstream upstream_;
  std::pmr::monotonic_buffer_resource blocks_{kFirstBlock, &upstream_};
};

}  // namespace honestrank

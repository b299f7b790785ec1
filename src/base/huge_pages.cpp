#include "base/huge_pages.h"

#include <algorithm>
#include <cstdint>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace honestrank {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

/// A block that is large enough starts where a large page does.
std::size_t block_alignment(std::size_t bytes, std::size_t alignment) noexcept {
  return bytes < kHugePage ? alignment : std::max(alignment, kHugePage);
}

}  // namespace

void advise_huge_pages([[maybe_unused]] const void* data,
                       [[maybe_unused]] std::size_t bytes) noexcept {
#if defined(__linux__)
  // Only whole pages inside the range; smaller ranges gain nothing.
  const auto address = reinterpret_cast<std::uintptr_t>(data);
  const std::uintptr_t begin = (address + kHugePage - 1) / kHugePage * kHugePage;
  const std::uintptr_t end = (address + bytes) / kHugePage * kHugePage;
  if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_HUGEPAGE);
#endif
}

void* HugePageArena::Upstream::do_allocate(std::size_t bytes, std::size_t alignment) {
  void* data = ::operator new(bytes, std::align_val_t(block_alignment(bytes, alignment)));
  advise_huge_pages(data, bytes);
  return data;
}

void HugePageArena::Upstream::do_deallocate(void* data, std::size_t bytes, std::size_t alignment) {
  ::operator delete(data, std::align_val_t(block_alignment(bytes, alignment)));
}

}  // namespace honestrank

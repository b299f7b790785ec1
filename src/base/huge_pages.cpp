#include "base/huge_pages.h"

#include <cstdint>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace honestrank {
namespace {

constexpr std::size_t kHugePage = std::size_t{2} << 20;

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

}  // namespace honestrank

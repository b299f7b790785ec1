#include "kernels/avx512.h"

#include <atomic>

namespace honestrank::kernels {
namespace {

std::atomic<bool> forbidden{false};

Avx512 found() noexcept {
  Avx512 has;
#if HONESTRANK_HAVE_AVX512_KERNELS
  const bool base = __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
                    __builtin_cpu_supports("popcnt");
  has.byte_products = base && __builtin_cpu_supports("avx512vnni");
  has.byte_compress = base && __builtin_cpu_supports("avx512vbmi2");
#endif
  return has;
}

}  // namespace

Avx512 avx512() noexcept {
  static const Avx512 machine = found();
  return forbidden.load(std::memory_order_relaxed) ? Avx512{} : machine;
}

void forbid_avx512(bool forbid) noexcept { forbidden = forbid; }

}  // namespace honestrank::kernels

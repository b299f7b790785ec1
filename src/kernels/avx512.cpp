#include "kernels/avx512.h"

#include <hwy/targets.h>

namespace honestrank::kernels {
namespace {

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
  return (hwy::SupportedTargets() & HWY_AVX3) != 0 ? machine : Avx512{};
}

}  // namespace honestrank::kernels

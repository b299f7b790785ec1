#include "kernels/avx512.h"

// Highway compiles the rest of this file once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/avx512.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// Must follow foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace honestrank::kernels::HWY_NAMESPACE {

bool chosen_is_avx512() { return HWY_TARGET <= HWY_AVX3; }

}  // namespace honestrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace honestrank::kernels {
HWY_EXPORT(chosen_is_avx512);

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
  return HWY_DYNAMIC_DISPATCH(chosen_is_avx512)() ? machine : Avx512{};
}

}  // namespace honestrank::kernels
#endif  // HWY_ONCE

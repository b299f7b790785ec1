// Included once per instruction set, after hwy/highway.h.
#if defined(HONESTRANK_KERNELS_SCALED_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef HONESTRANK_KERNELS_SCALED_INL_H
#undef HONESTRANK_KERNELS_SCALED_INL_H
#else
#define HONESTRANK_KERNELS_SCALED_INL_H
#endif

HWY_BEFORE_NAMESPACE();
namespace honestrank::kernels::HWY_NAMESPACE {

/// The number at `factor` times each of `values`.
///
/// With AVX-512 in assembler, so that the number is spread to the lanes while it is loaded: the
/// instruction for that alone, which compilers use for a number that occurs twice, takes the place
/// of a product or a sum on some CPUs (Zen 4).
template <typename D>
HWY_INLINE hwy::HWY_NAMESPACE::Vec<D> scaled(D d, const float* factor,
                                             hwy::HWY_NAMESPACE::Vec<D> values) {
  namespace hn = hwy::HWY_NAMESPACE;
#if HWY_TARGET <= HWY_AVX3 && HWY_ARCH_X86_64 && (HWY_COMPILER_GCC || HWY_COMPILER_CLANG)
  hn::Vec<D> product;
  if constexpr (hn::MaxLanes(D()) == 16) {
    asm("vmulps %2%{1to16%}, %1, %0" : "=v"(product.raw) : "v"(values.raw), "m"(*factor));
  } else if constexpr (hn::MaxLanes(D()) == 8) {
    asm("vmulps %2%{1to8%}, %1, %0" : "=v"(product.raw) : "v"(values.raw), "m"(*factor));
  } else {
    product = hn::Mul(hn::Set(d, *factor), values);
  }
  return product;
#else
  return hn::Mul(hn::Set(d, *factor), values);
#endif
}

/// The same address, of which compilers do not know where it comes from: they read around it with
/// constant offsets, and do not keep a register for each sum of a base and an offset.
HWY_INLINE const float* plain_address(const float* address) {
#if HWY_COMPILER_GCC || HWY_COMPILER_CLANG
  asm("" : "+r"(address));
#endif
  return address;
}

}  // namespace honestrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

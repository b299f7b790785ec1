#include "kernels/common_bits.h"

#include <bit>

// This target counts bits in one instruction; Highway compiles it only where it is asked for.
#define HWY_WANT_AVX3_DL
// Highway compiles the rest of this file once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/common_bits.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// Must follow foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace honestrank::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

void count_common_bits_lanes(const std::uint64_t* HWY_RESTRICT left,
                             const std::uint64_t* HWY_RESTRICT right, std::size_t words,
                             std::uint64_t* HWY_RESTRICT counts) {
  const hn::CappedTag<std::uint64_t, kBitRows> d;
  const std::size_t lanes = hn::Lanes(d);
  for (std::size_t r = 0; r < kBitRows; r += lanes) {
    hn::Vec<decltype(d)> sums[kBitRows];
    for (auto& sum : sums) sum = hn::Zero(d);
    for (std::size_t word = 0; word < words; ++word) {
      const auto bits = hn::LoadU(d, right + word * kBitRows + r);
      for (std::size_t l = 0; l < kBitRows; ++l) {
        const auto both = hn::And(bits, hn::Set(d, left[word * kBitRows + l]));
        sums[l] = hn::Add(sums[l], hn::PopulationCount(both));
      }
    }
    for (std::size_t l = 0; l < kBitRows; ++l) hn::StoreU(sums[l], d, counts + l * kBitRows + r);
  }
}

bool counts_bits_in_one_instruction_here() {
  return HWY_TARGET == HWY_AVX3_DL || HWY_ARCH_ARM_A64 || HWY_ARCH_RVV;
}

}  // namespace honestrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace honestrank::kernels {
HWY_EXPORT(count_common_bits_lanes);
HWY_EXPORT(counts_bits_in_one_instruction_here);

void count_common_bits(const std::uint64_t* left, const std::uint64_t* right, std::size_t words,
                       std::uint64_t* counts) noexcept {
  HWY_DYNAMIC_DISPATCH(count_common_bits_lanes)(left, right, words, counts);
}

bool counts_bits_in_one_instruction() noexcept {
  return HWY_DYNAMIC_DISPATCH(counts_bits_in_one_instruction_here)();
}

void count_common_bits_reference(const std::uint64_t* left, const std::uint64_t* right,
                                 std::size_t words, std::uint64_t* counts) noexcept {
  for (std::size_t l = 0; l < kBitRows; ++l) {
    for (std::size_t r = 0; r < kBitRows; ++r) {
      std::uint64_t sum = 0;
      for (std::size_t word = 0; word < words; ++word) {
        sum += static_cast<std::uint64_t>(
            std::popcount(left[word * kBitRows + l] & right[word * kBitRows + r]));
      }
      counts[l * kBitRows + r] = sum;
    }
  }
}

}  // namespace honestrank::kernels
#endif  // HWY_ONCE

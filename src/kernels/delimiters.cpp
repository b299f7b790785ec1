#include "kernels/delimiters.h"

#include <array>
#include <bit>
#include <cstring>

// Highway compiles the rest of this file once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/delimiters.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// Must follow foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace honestrank::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

// Bit i tells whether byte i of the 64 at `text` is a delimiter.
std::uint64_t delimiter_bits(const char* text, char first, char second) {
  const hn::CappedTag<std::uint8_t, 64> d;
  constexpr std::size_t kLanes = hn::MaxLanes(d);
  const auto first_lanes = hn::Set(d, static_cast<std::uint8_t>(first));
  const auto second_lanes = hn::Set(d, static_cast<std::uint8_t>(second));
  const auto line_end_lanes = hn::Set(d, static_cast<std::uint8_t>('\n'));
  std::array<std::uint8_t, 8 + 7> bytes{};  // StoreMaskBits may touch 8 bytes wherever it writes
  for (std::size_t at = 0; at < 64; at += kLanes) {
    const auto lanes = hn::LoadU(d, reinterpret_cast<const std::uint8_t*>(text) + at);
    const auto found = hn::Or(hn::Or(hn::Eq(lanes, first_lanes), hn::Eq(lanes, second_lanes)),
                              hn::Eq(lanes, line_end_lanes));
    hn::StoreMaskBits(d, found, bytes.data() + at / 8);
  }
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes.data(), sizeof(bits));
  return bits;
}

std::size_t find_delimiters_lanes(const char* text, std::size_t size, char first, char second,
                                  std::uint32_t* positions) {
#if HWY_TARGET == HWY_SCALAR
  return find_delimiters_reference(text, size, first, second, positions);
#else
  std::uint32_t* next = positions;
  for (std::size_t block = 0; block < size; block += 64) {
    std::uint64_t bits = delimiter_bits(text + block, first, second);
    if (size - block < 64) bits &= (std::uint64_t{1} << (size - block)) - 1;
    for (; bits != 0; bits &= bits - 1) {
      *next++ =
          static_cast<std::uint32_t>(block + static_cast<std::size_t>(std::countr_zero(bits)));
    }
  }
  return static_cast<std::size_t>(next - positions);
#endif
}

}  // namespace honestrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace honestrank::kernels {
HWY_EXPORT(find_delimiters_lanes);

std::size_t find_delimiters(const char* text, std::size_t size, char first, char second,
                            std::uint32_t* positions) noexcept {
  return HWY_DYNAMIC_DISPATCH(find_delimiters_lanes)(text, size, first, second, positions);
}

std::size_t find_delimiters_reference(const char* text, std::size_t size, char first, char second,
                                      std::uint32_t* positions) noexcept {
  std::size_t count = 0;
  for (std::size_t i = 0; i < size; ++i) {
    if (text[i] == first || text[i] == second || text[i] == '\n') {
      positions[count++] = static_cast<std::uint32_t>(i);
    }
  }
  return count;
}

}  // namespace honestrank::kernels
#endif  // HWY_ONCE

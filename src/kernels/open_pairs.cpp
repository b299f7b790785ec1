#include "kernels/open_pairs.h"

#include <bit>
#include <cstring>

#include "kernels/avx512.h"

// Highway compiles the rest of this file once per instruction set.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/open_pairs.cpp"
#include <hwy/foreach_target.h>  // IWYU pragma: keep
// Must follow foreach_target.h.
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace honestrank::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Lane = hn::CappedTag<float, 16>;
constexpr std::size_t kGroup = 16;  // pairs scored before they are compared

#if HWY_TARGET == HWY_SCALAR
void score_four(const float* const* row, const float* const* item, std::size_t columns,
                float* scores) {
  for (std::size_t pair = 0; pair < 4; ++pair) {
    float sum = 0;
    for (std::size_t k = 0; k < columns; ++k) sum += row[pair][k] * item[pair][k];
    scores[pair] = sum;
  }
}
#else
/// The sum of the four-lane blocks of a vector.
template <class D, class V>
HWY_INLINE auto sum_of_blocks(D d, V v) {
  if constexpr (hn::MaxLanes(d) == 4) {
    return v;
  } else {
    const hn::Half<D> half;
    return sum_of_blocks(half, hn::Add(hn::LowerHalf(half, v), hn::UpperHalf(half, v)));
  }
}

/// Four pairs at once: their sums are transposed instead of reduced one by one.
HWY_INLINE void score_four(const float* const* row, const float* const* item, std::size_t columns,
                           float* scores) {
  const Lane d;
  const hn::RebindToUnsigned<hn::RepartitionToWide<Lane> > wide;
  auto a = hn::Zero(d), b = a, c = a, e = a;
  for (std::size_t k = 0; k < columns; k += hn::Lanes(d)) {
    a = hn::MulAdd(hn::Load(d, row[0] + k), hn::Load(d, item[0] + k), a);
    b = hn::MulAdd(hn::Load(d, row[1] + k), hn::Load(d, item[1] + k), b);
    c = hn::MulAdd(hn::Load(d, row[2] + k), hn::Load(d, item[2] + k), c);
    e = hn::MulAdd(hn::Load(d, row[3] + k), hn::Load(d, item[3] + k), e);
  }
  const auto ab = hn::Add(hn::InterleaveLower(d, a, b), hn::InterleaveUpper(d, a, b));
  const auto ce = hn::Add(hn::InterleaveLower(d, c, e), hn::InterleaveUpper(d, c, e));
  const auto wide_ab = hn::BitCast(wide, ab);
  const auto wide_ce = hn::BitCast(wide, ce);
  const auto all = hn::Add(hn::BitCast(d, hn::InterleaveLower(wide, wide_ab, wide_ce)),
                           hn::BitCast(d, hn::InterleaveUpper(wide, wide_ab, wide_ce)));
  hn::StoreU(sum_of_blocks(d, all), hn::CappedTag<float, 4>(), scores);
}
#endif

void bound_rows(const PairScoring& scoring, std::size_t rows) {
  const Lane d;
  const auto length = hn::Set(d, scoring.length);
  for (std::size_t r = 0; r < rows; r += hn::Lanes(d)) {
    const auto error =
        hn::Add(hn::Mul(hn::LoadU(d, scoring.error + r), length), hn::LoadU(d, scoring.margin + r));
    const auto threshold = hn::LoadU(d, scoring.threshold + r);
    hn::StoreU(hn::Sub(threshold, error), d, scoring.low + r);
    hn::StoreU(hn::Add(threshold, error), d, scoring.high + r);
  }
}

template <class Mask>
HWY_INLINE std::uint32_t bits_of(Mask mask) {
  alignas(8) std::uint8_t bytes[8] = {};
  hn::StoreMaskBits(Lane(), mask, bytes);
  std::uint16_t bits = 0;
  std::memcpy(&bits, bytes, 2);
  return bits;
}

/// How many bits of `words` from `begin` to `end`, at most 64 of them, are set.
HWY_INLINE std::uint32_t bits_set(const std::uint64_t* words, std::size_t begin, std::size_t end) {
  const std::size_t shift = begin % 64;
  std::uint64_t bits = words[begin / 64] >> shift;
  // Shifted twice, for a shift by 64 would do nothing.
  bits |= (words[begin / 64 + 1] << 1) << (63 - shift);
  const std::size_t count = end - begin;
  if (count < 64) bits &= (std::uint64_t{1} << count) - 1;
  return static_cast<std::uint32_t>(hwy::PopCount(bits));
}

std::size_t resolve_lanes(const OpenPairs& pairs, std::size_t rows, const PairScoring& scoring,
                          std::uint32_t* above, std::uint32_t* undecided) {
  const Lane d;
  const hn::RebindToSigned<Lane> di;
  const hn::Rebind<std::uint16_t, Lane> d16;
  const std::size_t lanes = hn::Lanes(d);
  const std::size_t count = pairs.begin[rows];
  bound_rows(scoring, rows);
  alignas(64) float scores[kGroup];
  auto* bytes = reinterpret_cast<std::uint8_t*>(scoring.bits);
  std::size_t found = 0;
  for (std::size_t first = 0; first < count; first += kGroup) {
    for (std::size_t i = 0; i < kGroup; i += 4) {
      const float* row[4];
      const float* item[4];
      for (std::size_t j = 0; j < 4; ++j) {
        row[j] = scoring.rows + pairs.row[first + i + j] * scoring.columns;
        item[j] = scoring.items + pairs.item[first + i + j] * scoring.columns;
      }
      score_four(row, item, scoring.columns, scores + i);
    }
    std::uint32_t above_bits = 0;
    std::uint32_t below_bits = 0;
    for (std::size_t i = 0; i < kGroup; i += lanes) {
      const auto row = hn::PromoteTo(di, hn::LoadU(d16, pairs.row + first + i));
      const auto score = hn::Load(d, scores + i);
      above_bits |= bits_of(hn::Gt(score, hn::GatherIndex(d, scoring.high, row))) << i;
      below_bits |= bits_of(hn::Lt(score, hn::GatherIndex(d, scoring.low, row))) << i;
    }
    const auto stored = static_cast<std::uint16_t>(above_bits);
    std::memcpy(bytes + first / 8, &stored, 2);
    std::uint32_t open = ~(above_bits | below_bits) & 0xFFFF;
    if (count - first < kGroup) open &= (1U << (count - first)) - 1;
    for (; open != 0; open &= open - 1) {
      undecided[found++] = static_cast<std::uint32_t>(first) +
                           static_cast<std::uint32_t>(hwy::Num0BitsBelowLS1Bit_Nonzero32(open));
    }
  }
  for (std::size_t r = 0; r < rows; ++r) {
    above[r] += bits_set(scoring.bits, pairs.begin[r], pairs.begin[r + 1]);
  }
  return found;
}

}  // namespace honestrank::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace honestrank::kernels {
HWY_EXPORT(resolve_lanes);

std::size_t resolve_open_pairs(const OpenPairs& pairs, std::size_t rows, const PairScoring& scoring,
                               std::uint32_t* above, std::uint32_t* undecided) noexcept {
  return HWY_DYNAMIC_DISPATCH(resolve_lanes)(pairs, rows, scoring, above, undecided);
}

std::size_t resolve_open_pairs_reference(const OpenPairs& pairs, std::size_t rows,
                                         const PairScoring& scoring, std::uint32_t* above,
                                         std::uint32_t* undecided) noexcept {
  std::size_t found = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    const float error = scoring.error[r] * scoring.length + scoring.margin[r];
    const float* row = scoring.rows + r * scoring.columns;
    for (std::size_t i = pairs.begin[r]; i < pairs.begin[r + 1]; ++i) {
      const float* item = scoring.items + pairs.item[i] * scoring.columns;
      float score = 0;
      for (std::size_t k = 0; k < scoring.columns; ++k) score += row[k] * item[k];
      if (score > scoring.threshold[r] + error) {
        ++above[r];
      } else if (score >= scoring.threshold[r] - error) {
        undecided[found++] = static_cast<std::uint32_t>(i);
      }
    }
  }
  return found;
}

std::size_t list_open_pairs(const std::uint64_t* open, std::size_t rows,
                            const OpenPairs& pairs) noexcept {
#if HONESTRANK_HAVE_AVX512_KERNELS
  if (avx512().byte_compress) return list_open_pairs_vbmi2(open, rows, pairs);
#endif
  return list_open_pairs_reference(open, rows, pairs);
}

std::size_t list_open_pairs_reference(const std::uint64_t* open, std::size_t rows,
                                      const OpenPairs& pairs) noexcept {
  std::size_t count = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    pairs.begin[r] = static_cast<std::uint32_t>(count);
    for (std::uint64_t bits = open[r]; bits != 0; bits &= bits - 1) {
      pairs.row[count] = static_cast<std::uint16_t>(r);
      pairs.item[count++] = static_cast<std::uint8_t>(std::countr_zero(bits));
    }
  }
  pairs.begin[rows] = static_cast<std::uint32_t>(count);
  return count;
}

}  // namespace honestrank::kernels
#endif  // HWY_ONCE

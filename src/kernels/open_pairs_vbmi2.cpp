// Compiled for AVX-512 VBMI2 whatever the rest is compiled for; called only where a machine has it.
#include <immintrin.h>

#include "kernels/open_pairs.h"

namespace honestrank::kernels {

std::size_t list_open_pairs_vbmi2(const std::uint64_t* open, std::size_t rows,
                                  const OpenPairs& pairs) noexcept {
  alignas(64) std::uint8_t counting[64];
  for (std::uint8_t i = 0; i < 64; ++i) counting[i] = i;
  const __m512i items = _mm512_load_si512(counting);
  std::size_t count = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    const __m512i row = _mm512_set1_epi16(static_cast<short>(r));
    const __m512i listed = _mm512_maskz_compress_epi8(open[r], items);
    const auto found = static_cast<std::size_t>(_mm_popcnt_u64(open[r]));
    // Few bits are the rule; short stores take half the time.
    _mm_storeu_si128(reinterpret_cast<__m128i*>(pairs.item + count),
                     _mm512_castsi512_si128(listed));
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(pairs.row + count), _mm512_castsi512_si256(row));
    if (found > 16) {
      _mm512_storeu_si512(pairs.item + count, listed);
      _mm512_storeu_si512(pairs.row + count, row);
      _mm512_storeu_si512(pairs.row + count + 32, row);
    }
    pairs.begin[r] = static_cast<std::uint32_t>(count);
    count += found;
  }
  pairs.begin[rows] = static_cast<std::uint32_t>(count);
  return count;
}

}  // namespace honestrank::kernels

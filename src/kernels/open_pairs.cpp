#include "kernels/open_pairs.h"

#include <bit>

#include "kernels/avx512.h"

namespace honestrank::kernels {

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

std::size_t resolve_open_pairs(const OpenPairs& pairs, std::size_t rows, const PairScoring& scoring,
                               std::uint32_t* above, std::uint32_t* undecided) noexcept {
#if HONESTRANK_HAVE_AVX512_KERNELS
  if (avx512().byte_products) {
    return resolve_open_pairs_vnni(pairs, rows, scoring, above, undecided);
  }
#endif
  return resolve_open_pairs_reference(pairs, rows, scoring, above, undecided);
}

std::size_t resolve_open_pairs_reference(const OpenPairs& pairs, std::size_t rows,
                                         const PairScoring& scoring, std::uint32_t* above,
                                         std::uint32_t* undecided) noexcept {
  std::size_t found = 0;
  for (std::size_t r = 0; r < rows; ++r) {
    const std::int16_t* row = scoring.rows + r * scoring.columns;
    for (std::size_t i = pairs.begin[r]; i < pairs.begin[r + 1]; ++i) {
      const std::int16_t* item = scoring.items + pairs.item[i] * scoring.columns;
      std::uint32_t distance = 0U - static_cast<std::uint32_t>(scoring.low[r]);
      for (std::size_t k = 0; k < scoring.columns; ++k) {
        distance += static_cast<std::uint32_t>(row[k] * item[k]);
      }
      const auto over = static_cast<std::int32_t>(distance);
      if (over >= scoring.span) {
        ++above[r];
      } else if (over >= 0) {
        undecided[found++] = static_cast<std::uint32_t>(i);
      }
    }
  }
  return found;
}

}  // namespace honestrank::kernels

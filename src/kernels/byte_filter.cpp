#include "kernels/byte_filter.h"

#include <bit>

#include "kernels/avx512.h"

namespace honestrank::kernels {

bool has_fast_byte_filter() noexcept { return avx512().byte_products; }

void filter_bytes(const ByteFilter& filter) noexcept {
#if HONESTRANK_HAVE_AVX512_KERNELS
  if (avx512().byte_products) return filter_bytes_vnni(filter);
#endif
  filter_bytes_reference(filter);
}

void filter_bytes_reference(const ByteFilter& filter) noexcept {
  for (std::size_t r = 0; r < filter.row_count; ++r) {
    const std::uint64_t shown = ~filter.hidden[r * filter.hidden_stride];
    const std::int8_t* row = filter.rows + r * filter.words * 4;
    std::uint64_t above = 0;
    std::uint64_t open = 0;
    for (std::size_t item = 0; item < kPanelItems; ++item) {
      std::int32_t score = 0;
      for (std::size_t word = 0; word < filter.words; ++word) {
        const std::uint8_t* bytes = filter.panel + (word * kPanelItems + panel_slot(item)) * 4;
        for (std::size_t k = 0; k < 4; ++k) score += row[4 * word + k] * bytes[k];
      }
      const std::uint64_t bit = std::uint64_t{1} << item;
      if (score >= filter.high[r]) {
        above |= bit;
      } else if (score >= filter.low[r]) {
        open |= bit;
      }
    }
    filter.above[r] += static_cast<std::uint32_t>(std::popcount(above & shown));
    filter.open[r] = open & shown;
  }
}

}  // namespace honestrank::kernels

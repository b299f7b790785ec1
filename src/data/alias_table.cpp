#include "data/alias_table.h"

#include "base/assert.h"

namespace honestrank {

AliasTable::AliasTable(std::span<const std::uint32_t> weights) : cells_(weights.size()) {
  __extension__ using Wide = unsigned __int128;
  std::uint64_t total = 0;
  std::vector<std::uint64_t> left(weights.size());  // weight * size, so that a full cell is total
  std::vector<std::uint32_t> poor;
  std::vector<std::uint32_t> rich;
  for (const std::uint32_t weight : weights) {
    HONESTRANK_ASSERT(weight > 0);
    total += weight;
  }
  HONESTRANK_ASSERT(total > 0);
  for (std::uint32_t i = 0; i < weights.size(); ++i) {
    left[i] = static_cast<std::uint64_t>(weights[i]) * weights.size();
    cells_[i].alias = i;
    (left[i] < total ? poor : rich).push_back(i);
  }
  // A rich number fills up the cell of a poor one. What remains at the end is exactly full.
  while (!poor.empty() && !rich.empty()) {
    const std::uint32_t taker = poor.back();
    const std::uint32_t giver = rich.back();
    poor.pop_back();
    cells_[taker].threshold =
        static_cast<std::uint32_t>((static_cast<Wide>(left[taker]) << 32) / total);
    cells_[taker].alias = giver;
    left[giver] -= total - left[taker];
    if (left[giver] < total) {
      rich.pop_back();
      poor.push_back(giver);
    }
  }
}

}  // namespace honestrank

#include "rankings/append_ranks.h"

namespace honestrank {
namespace {

template <typename Value>
void extend(std::vector<Value>& to, const std::vector<Value>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

void extend_begins(std::vector<std::uint64_t>& to, const std::vector<std::uint64_t>& from) {
  const std::uint64_t shift = to.back();
  for (std::size_t i = 1; i < from.size(); ++i) to.push_back(shift + from[i]);
}

}  // namespace

void append_ranks(const UserRanks& block, UserRanks& all) {
  extend(all.user, block.user);
  extend(all.items, block.items);
  extend(all.unranked, block.unranked);
  extend(all.groups, block.groups);
  extend(all.gains, block.gains);
  extend_begins(all.group_begin, block.group_begin);
  if (!all.gain_begin.empty()) extend_begins(all.gain_begin, block.gain_begin);
}

}  // namespace honestrank

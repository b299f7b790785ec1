#include "rankings/append_ranks.h"

#include <algorithm>

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

void append_entry(const UserRanks& from, std::size_t entry, UserRanks& all) {
  const UserRanking ranking = from[entry];
  all.user.push_back(from.user[entry]);
  all.items.push_back(ranking.items);
  all.unranked.push_back(ranking.unranked);
  all.groups.insert(all.groups.end(), ranking.groups.begin(), ranking.groups.end());
  all.group_begin.push_back(all.groups.size());
  if (all.gain_begin.empty()) return;
  all.gains.insert(all.gains.end(), ranking.gains.begin(), ranking.gains.end());
  all.gain_begin.push_back(all.gains.size());
}

UserRanks joined(std::span<const UserRanks> parts) {
  const bool graded = std::any_of(parts.begin(), parts.end(),
                                  [](const UserRanks& part) { return !part.gain_begin.empty(); });
  UserRanks all;
  if (graded) all.gain_begin.push_back(0);
  for (const UserRanks& part : parts) {
    if (!graded || !part.gain_begin.empty()) {
      append_ranks(part, all);
      continue;
    }
    UserRanks with_gains = part;
    with_gains.gain_begin.push_back(0);
    for (std::size_t entry = 0; entry < part.size(); ++entry) {
      with_gains.gain_begin.push_back(with_gains.gain_begin.back() + part[entry].relevant());
    }
    with_gains.gains.assign(with_gains.gain_begin.back(), 1);
    append_ranks(with_gains, all);
  }
  return all;
}

}  // namespace honestrank

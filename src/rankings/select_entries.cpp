#include "honestrank/rankings/select_entries.h"

#include "rankings/append_ranks.h"

namespace honestrank {

UserRanks select_entries(const UserRanks& ranks, std::span<const std::size_t> entries) {
  UserRanks selected;
  if (!ranks.gain_begin.empty()) selected.gain_begin.push_back(0);
  for (const std::size_t entry : entries) append_entry(ranks, entry, selected);
  return selected;
}

}  // namespace honestrank

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "honestrank/data/user_items.h"
#include "honestrank/sampling/rank_candidates.h"

namespace honestrank {
namespace {

/// What users have in `pairs`, asked by the numbers that users and items have in lists.
class PairsOfLists {
 public:
  PairsOfLists(const CandidateLists& lists, const Interactions& pairs) : pairs_(user_items(pairs)) {
    for (std::size_t i = 0; i < lists.users.size(); ++i) {
      users_.push_back(pairs.users.find(lists.users[i]));
    }
    for (std::size_t i = 0; i < lists.items.size(); ++i) {
      items_.push_back(pairs.items.find(lists.items[i]));
    }
  }

  bool has(std::uint32_t user, std::uint32_t item) const {
    if (!users_[user] || !items_[item]) return false;
    const auto own = pairs_[*users_[user]];
    return std::binary_search(own.begin(), own.end(), *items_[item]);
  }

 private:
  UserItems pairs_;
  std::vector<std::optional<std::uint32_t>> users_;
  std::vector<std::optional<std::uint32_t>> items_;
};

std::uint64_t count(const std::vector<bool>& flags) {
  return static_cast<std::uint64_t>(std::count(flags.begin(), flags.end(), true));
}

}  // namespace

KnownCandidates known_candidates(const CandidateLists& lists, const Interactions& seen,
                                 const Interactions& held_out) {
  const PairsOfLists seen_pairs(lists, seen);
  const PairsOfLists held_out_pairs(lists, held_out);
  std::vector<bool> with_seen(lists.users.size());
  std::vector<bool> with_held_out(lists.users.size());
  KnownCandidates known;
  for (std::size_t row = 0; row < lists.size(); ++row) {
    const std::uint32_t user = lists.user[row];
    for (std::uint64_t i = lists.begin[row]; i < lists.begin[row + 1]; ++i) {
      const std::uint32_t item = lists.candidate[i];
      if (seen_pairs.has(user, item)) {
        ++known.seen;
        with_seen[user] = true;
      }
      if (item != lists.target[row] && held_out_pairs.has(user, item)) {
        ++known.held_out;
        with_held_out[user] = true;
      }
    }
  }
  known.seen_users = count(with_seen);
  known.held_out_users = count(with_held_out);
  return known;
}

}  // namespace honestrank

#include "candidate_warnings.h"

#include <fmt/format.h>

#include <cstdint>
#include <set>
#include <utility>

#include "honestrank/sampling/rank_candidates.h"

namespace honestrank::cli {
namespace {

/// "1 candidate of 1 user was", "12 candidates of 7 users were".
std::string counted(std::uint64_t candidates, std::uint64_t users, const char* one,
                    const char* several) {
  return fmt::format("{} {} of {} {} {}", candidates, candidates == 1 ? "candidate" : "candidates",
                     users, users == 1 ? "user" : "users", candidates == 1 ? one : several);
}

}  // namespace

std::vector<std::string> known_candidate_warnings(const CandidateLists& lists,
                                                  const Interactions& seen,
                                                  const Interactions& held_out) {
  const KnownCandidates known = known_candidates(lists, seen, held_out);
  std::vector<std::string> warnings;
  if (known.seen != 0) {
    warnings.push_back(counted(known.seen, known.seen_users, "was", "were") +
                       " seen in train: ranked all the same, and taken by corrections for draws of "
                       "unseen items");
  }
  if (known.held_out != 0) {
    warnings.push_back(counted(known.held_out, known.held_out_users, "is", "are") +
                       " held out for the same user as the ranked item: ranked as if not relevant");
  }
  return warnings;
}

std::vector<std::string> candidate_warnings(const CandidateLists& lists, const Interactions& seen,
                                            const Interactions& held_out) {
  std::vector<std::string> warnings;
  if (lists.targets_among_candidates + lists.repeated_candidates != 0) {
    warnings.push_back(
        fmt::format("{}: {} targets among their own candidates, {} candidates that stand in a list "
                    "twice; all of them count",
                    lists.source, lists.targets_among_candidates, lists.repeated_candidates));
  }
  using Pair = std::pair<std::uint32_t, std::uint32_t>;
  std::set<Pair> without_list;
  for (std::size_t i = 0; i < held_out.size(); ++i) {
    without_list.emplace(held_out.user[i], held_out.item[i]);
  }
  std::size_t other_targets = 0;
  for (std::size_t row = 0; row < lists.size(); ++row) {
    const auto user = held_out.users.find(lists.users[lists.user[row]]);
    const auto item = held_out.items.find(lists.items[lists.target[row]]);
    if (!user || !item || without_list.erase({*user, *item}) == 0) ++other_targets;
  }
  if (other_targets + without_list.size() != 0) {
    warnings.push_back(
        fmt::format("{}: {} targets are not held out for their users, {} held-out items have no "
                    "list; the lists count",
                    lists.source, other_targets, without_list.size()));
  }
  for (const std::string& known : known_candidate_warnings(lists, seen, held_out)) {
    warnings.push_back(fmt::format("{}: {}", lists.source, known));
  }
  return warnings;
}

}  // namespace honestrank::cli

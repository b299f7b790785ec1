#include "honestrank/rankings/held_out_ranks.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"

namespace honestrank {
namespace {

/// Gives every item of a user, whose scores are known, its tie group.
void assign(const UserRanking& ranking, std::span<const double> scores, std::uint32_t user,
            std::span<HeldOutRank> ranks) {
  std::vector<std::size_t> order(scores.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return scores[a] > scores[b]; });
  std::size_t next = 0;
  for (const TieGroup& group : ranking.groups) {
    const std::size_t first = next;
    for (; next < order.size() && scores[order[next]] == scores[order[first]]; ++next) {
      ranks[order[next]] = {group.above, group.size};
    }
    if (next - first == group.relevant) continue;
    throw InputError(fmt::format(
        "held_out_ranks: expected the same scores each time they are asked for; got others for "
        "user number {}",
        user));
  }
}

}  // namespace

std::vector<HeldOutRank> held_out_ranks(const ScoreSource& scores, UserItemsView held_out,
                                        UserItemsView seen, const FullRanksOptions& options) {
  const UserRanks ranks = full_ranks(scores, held_out, seen, options);
  std::vector<HeldOutRank> result(held_out.item.size());
  const auto* const callback = std::get_if<ScoreCallback>(&scores);
  const unsigned threads = callback != nullptr && !callback->concurrent ? 1 : options.threads;
  constexpr std::size_t kUsers = 256;
  parallel_for(ranks.size(), kUsers, threads, [&](const Block& block) {
    const std::size_t begin = held_out.begin[ranks.user[block.begin]];
    const std::size_t end = held_out.begin[ranks.user[block.end - 1] + 1];
    std::vector<std::uint32_t> users;
    for (std::size_t entry = block.begin; entry < block.end; ++entry) {
      users.insert(users.end(), held_out[ranks.user[entry]].size(), ranks.user[entry]);
    }
    std::vector<double> own(end - begin);
    score_pairs(scores, users, {held_out.item.data() + begin, end - begin}, own);
    for (std::size_t entry = block.begin; entry < block.end; ++entry) {
      const std::uint32_t user = ranks.user[entry];
      const std::size_t first = held_out.begin[user];
      const std::size_t count = held_out.begin[user + 1] - first;
      assign(ranks[entry], {own.data() + (first - begin), count}, user,
             {result.data() + first, count});
    }
  });
  return result;
}

}  // namespace honestrank

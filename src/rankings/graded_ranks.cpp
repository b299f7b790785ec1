#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "honestrank/base/error.h"
#include "honestrank/rankings/held_out_ranks.h"

namespace honestrank {
namespace {

void check_gains(std::span<const double> gains, std::size_t items) {
  if (gains.size() != items) {
    throw InputError(
        fmt::format("graded_ranks: expected {} gains, one for each held-out item; got {}", items,
                    gains.size()));
  }
  for (const double gain : gains) {
    if (gain > 0 && std::isfinite(gain)) continue;
    throw InputError(
        fmt::format("graded_ranks: expected gains that are positive and finite; got {}", gain));
  }
}

}  // namespace

UserRanks graded_ranks(const ScoreSource& scores, UserItemsView held_out,
                       std::span<const double> gains, UserItemsView seen,
                       const FullRanksOptions& options) {
  check_gains(gains, held_out.item.size());
  const std::vector<HeldOutRank> each = held_out_ranks(scores, held_out, seen, options);
  const std::size_t items = item_count(scores);
  UserRanks ranks;
  ranks.gain_begin.push_back(0);
  std::vector<std::size_t> order;
  for (std::size_t user = 0; user < held_out.users(); ++user) {
    const std::size_t count = held_out[user].size();
    if (count == 0) continue;
    order.resize(count);
    std::iota(order.begin(), order.end(), held_out.begin[user]);
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return each[a].above != each[b].above ? each[a].above < each[b].above : gains[a] > gains[b];
    });
    for (std::size_t i = 0; i < count; ++i) {
      const HeldOutRank& own = each[order[i]];
      if (i == 0 || own.above != each[order[i - 1]].above) {
        ranks.groups.push_back({own.above, own.tied, 0});
      }
      ++ranks.groups.back().relevant;
      ranks.gains.push_back(gains[order[i]]);
    }
    ranks.user.push_back(static_cast<std::uint32_t>(user));
    ranks.items.push_back(items - seen[user].size());
    ranks.unranked.push_back(0);
    ranks.group_begin.push_back(ranks.groups.size());
    ranks.gain_begin.push_back(ranks.gains.size());
  }
  return ranks;
}

}  // namespace honestrank

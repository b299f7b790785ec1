#include "honestrank/rankings/ranks_from_table.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "honestrank/base/error.h"

namespace honestrank {

UserRanks ranks_from_table(const RankTable& table) {
  std::vector<std::size_t> order(table.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return table.user[a] != table.user[b] ? table.user[a] < table.user[b]
                                          : table.rank[a] < table.rank[b];
  });
  UserRanks ranks;
  for (const std::size_t row : order) {
    const bool new_user = ranks.user.empty() || ranks.user.back() != table.user[row];
    const TieGroup group{table.rank[row] - 1, table.tied[row] + 1, 1};
    if (new_user) {
      ranks.user.push_back(table.user[row]);
      ranks.items.push_back(table.items[row]);
      ranks.unranked.push_back(0);
      ranks.group_begin.push_back(ranks.group_begin.back());
    }
    if (!new_user && ranks.groups.back().above == group.above) {
      ++ranks.groups.back().relevant;
    } else {
      ranks.groups.push_back(group);
      ++ranks.group_begin.back();
    }
  }
  return ranks;
}

RankTable table_from_ranks(const UserRanks& ranks, const IdMap& users) {
  RankTable table;
  table.users = users;
  for (std::size_t entry = 0; entry < ranks.size(); ++entry) {
    const UserRanking ranking = ranks[entry];
    if (ranking.unranked != 0 || ranking.items == 0) {
      throw InputError(
          "table_from_ranks: expected ranks among a known number of items; got relevant "
          "items without one, or an unknown number, for user '" +
          std::string(users[ranks.user[entry]]) + "'");
    }
    for (const TieGroup& group : ranking.groups) {
      for (std::uint64_t i = 0; i < group.relevant; ++i) {
        table.user.push_back(ranks.user[entry]);
        table.rank.push_back(group.above + 1);
        table.tied.push_back(group.size - 1);
        table.items.push_back(ranking.items);
      }
    }
  }
  return table;
}

}  // namespace honestrank

#pragma once

#include <cstdint>
#include <vector>

#include "honestrank/base/random.h"
#include "honestrank/rankings/user_ranks.h"

/// Rankings made from a ranking with ties, so that metrics need only one formula: a tie group
/// whose items are all relevant and of one gain has no open order.
namespace honestrank::metrics {

/// Where the rankings below keep their groups; reused from user to user, so that none allocates.
/// A ranking points into its buffer and is valid until the buffer's next use.
struct RankingBuffer {
  std::vector<TieGroup> groups;
  std::vector<double> gains;
  std::vector<std::uint64_t> positions;
};

/// Whether some tie leaves a metric open: relevant items tied with others, or with relevant items
/// of another gain.
bool has_open_order(const UserRanking& ranking) noexcept;

/// Every tie in the model's favour: relevant items first, higher gains first.
UserRanking best_order(const UserRanking& ranking, RankingBuffer& buffer);

/// Every tie against it: relevant items last, lower gains first.
UserRanking worst_order(const UserRanking& ranking, RankingBuffer& buffer);

/// One order of all tied items, uniformly at random: a function of the seed, `user` and the
/// ranking alone.
UserRanking random_order(const UserRanking& ranking, const CounterRandom& random,
                         std::uint64_t user, RankingBuffer& buffer);

/// The ranking in which only items of gain >= `level` are relevant; the ranking itself for level
/// 0.
UserRanking at_relevance_level(const UserRanking& ranking, double level, RankingBuffer& buffer);

}  // namespace honestrank::metrics

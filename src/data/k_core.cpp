#include <cstddef>
#include <cstdint>
#include <vector>

#include "data/first_rows.h"
#include "honestrank/data/filters.h"

namespace honestrank {
namespace {

/// One side of the bipartite graph of users and items: the distinct pairs of each id.
struct CoreSide {
  std::vector<std::size_t> begin;
  std::vector<std::size_t> pairs;  ///< rows; those of id x are pairs[begin[x] .. begin[x+1])
  std::vector<std::size_t> degree;
  std::vector<bool> removed;

  CoreSide(const std::vector<std::uint32_t>& column, std::size_t ids,
           const std::vector<std::size_t>& first)
      : begin(ids + 1, 0), degree(ids, 0), removed(ids, false) {
    for (std::size_t row = 0; row < column.size(); ++row) {
      if (first[row] == row) ++degree[column[row]];
    }
    for (std::size_t id = 0; id < ids; ++id) begin[id + 1] = begin[id] + degree[id];
    std::vector<std::size_t> next(begin.begin(), begin.end() - 1);
    pairs.resize(begin[ids]);
    for (std::size_t row = 0; row < column.size(); ++row) {
      if (first[row] == row) pairs[next[column[row]]++] = row;
    }
  }
};

/// Ids to remove whose neighbours have not been told yet.
struct Queue {
  std::vector<std::uint32_t> users;
  std::vector<std::uint32_t> items;
};

void remove_below(CoreSide& side, std::size_t minimum, std::vector<std::uint32_t>& queue) {
  for (std::size_t id = 0; id < side.degree.size(); ++id) {
    if (side.degree[id] >= minimum) continue;
    side.removed[id] = true;
    queue.push_back(static_cast<std::uint32_t>(id));
  }
}

/// Takes the pairs of the queued ids of `side` away from the ids of `other`.
void propagate(const CoreSide& side, std::vector<std::uint32_t>& queue, CoreSide& other,
               const std::vector<std::uint32_t>& other_column, std::size_t other_minimum,
               std::vector<std::uint32_t>& other_queue) {
  while (!queue.empty()) {
    const std::uint32_t id = queue.back();
    queue.pop_back();
    for (std::size_t at = side.begin[id]; at < side.begin[id + 1]; ++at) {
      const std::uint32_t neighbour = other_column[side.pairs[at]];
      if (other.removed[neighbour] || --other.degree[neighbour] >= other_minimum) continue;
      other.removed[neighbour] = true;
      other_queue.push_back(neighbour);
    }
  }
}

}  // namespace

Interactions k_core(const Interactions& interactions, std::size_t user_minimum,
                    std::size_t item_minimum) {
  validate(interactions);
  const std::vector<std::size_t> first = first_rows(interactions);
  CoreSide users(interactions.user, interactions.users.size(), first);
  CoreSide items(interactions.item, interactions.items.size(), first);
  Queue queue;
  remove_below(users, user_minimum, queue.users);
  remove_below(items, item_minimum, queue.items);
  while (!queue.users.empty() || !queue.items.empty()) {
    propagate(users, queue.users, items, interactions.item, item_minimum, queue.items);
    propagate(items, queue.items, users, interactions.user, user_minimum, queue.users);
  }

  std::vector<std::size_t> keep;
  for (std::size_t row = 0; row < interactions.size(); ++row) {
    if (!users.removed[interactions.user[row]] && !items.removed[interactions.item[row]]) {
      keep.push_back(row);
    }
  }
  return select_rows(interactions, keep);
}

}  // namespace honestrank

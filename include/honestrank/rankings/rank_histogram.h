#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "honestrank/rankings/user_ranks.h"

namespace honestrank {

/// How many relevant items stand at each rank, over users with one number of eligible items.
///
/// An item that ties stands at each rank of its tie group with the same probability and adds that
/// share to each. Numbers of items without ties are exact; shares are summed up in the order in
/// which ranks are added, so that the same calls give the same bits.
class RankHistogram {
 public:
  /// Empty, for users with `items` eligible items.
  explicit RankHistogram(std::uint64_t items);

  /// Adds the relevant items of every entry. Throws InputError, naming the entry and leaving the
  /// histogram as it was, if one has another number of eligible items or unranked ones, whose
  /// ranks nobody knows.
  void add(const UserRanks& ranks);

  /// Adds what another histogram has counted. Throws InputError if it has other ranks.
  void merge(const RankHistogram& other);

  std::uint64_t items() const noexcept { return mass_.size(); }
  /// Entries and relevant items that were added.
  std::uint64_t users() const noexcept { return users_; }
  std::uint64_t relevant() const noexcept { return relevant_; }
  /// Relevant items by rank: `mass()[r - 1]` stand at rank r.
  std::span<const double> mass() const noexcept { return mass_; }

 private:
  std::vector<double> mass_;
  std::uint64_t users_ = 0;
  std::uint64_t relevant_ = 0;
};

}  // namespace honestrank

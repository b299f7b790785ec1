#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace honestrank {

/// The eligible items that share one score with at least one relevant item.
///
/// The relevant ones among them stand somewhere in ranks above+1 .. above+size. Nothing else
/// about a ranking is needed by any metric.
struct TieGroup {
  std::uint64_t above = 0;     ///< eligible items with a higher score
  std::uint64_t size = 0;      ///< eligible items with this score, relevant ones included
  std::uint64_t relevant = 0;  ///< how many of these are relevant; at least 1

  /// Whether the order inside the group is open: it holds relevant and other items.
  bool ambiguous() const noexcept { return relevant < size; }

  friend bool operator==(const TieGroup&, const TieGroup&) = default;
};

/// One user's ranking as seen by a metric.
struct UserRanking {
  std::span<const TieGroup> groups;  ///< by falling score, so `above` rises
  std::uint64_t unranked = 0;        ///< relevant items that the ranking does not hold
  std::uint64_t items = 0;           ///< eligible items n_u; 0: not known (a top-k list)

  /// Empty: every relevant item has gain 1. Else one positive gain for each relevant item: the
  /// groups' in order, falling inside a group, then those of the unranked items, falling.
  std::span<const double> gains;

  /// Number of relevant items, ranked or not.
  std::uint64_t relevant() const noexcept;
};

/// Where the relevant items of many users stand.
///
/// Entry i belongs to user number `user[i]` of whoever made the ranks. Columns of one length
/// except `groups` and `gains`, which `group_begin` and `gain_begin` (one longer) cut into users.
struct UserRanks {
  std::vector<std::uint32_t> user;
  std::vector<std::uint64_t> items;
  std::vector<std::uint64_t> unranked;
  std::vector<std::uint64_t> group_begin{0};
  std::vector<TieGroup> groups;
  std::vector<std::uint64_t> gain_begin;  ///< empty: all gains are 1, and `gains` is empty too
  std::vector<double> gains;

  std::size_t size() const noexcept { return user.size(); }
  UserRanking operator[](std::size_t entry) const noexcept;
};

/// Throws InputError, naming the entry, unless every user's groups rise without overlap, hold at
/// least one relevant item each and fit into `items`, and gains (where given) are positive,
/// finite, and one per relevant item.
void validate(const UserRanks& ranks);

/// The entries of all parts, one part after the other. Where some have gains, items of the others
/// have gain 1.
UserRanks joined(std::span<const UserRanks> parts);

}  // namespace honestrank

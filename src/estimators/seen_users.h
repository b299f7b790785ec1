#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "estimators/sampled_mixture.h"
#include "honestrank/estimators/rank_distribution.h"
#include "honestrank/sampling/sampled_ranks.h"

namespace honestrank::estimators {

/// What was seen of a relevant item.
struct SeenItem {
  std::uint64_t above = 0;     ///< sampled items with higher scores
  std::uint64_t tied = 0;      ///< sampled items with the same score
  std::uint64_t relevant = 1;  ///< items of the user that are relevant and have this score,
  std::uint64_t place = 1;     ///< of which this is that number
};

/// A user, and which of the items are the user's.
struct SeenUser {
  std::size_t size = 0;  ///< which of the numbers of samples
  std::uint64_t relevant = 0;
  std::size_t first_item = 0;
};

/// Which of several tied items stand above the relevant one.
enum class TiedItems { none, shared, all };

/// The users of a sample who count, and how their items were drawn.
struct SeenUsers {
  std::vector<SeenUser> users;
  std::vector<SeenItem> items;         ///< relevant ones, of a user from the first to the last
  SampledCounts drawn;                 ///< items and sizes, with numbers of users that are all 0
  double population = 0;               ///< mean number of items
  double samples = 0;                  ///< mean number
  bool adaptive = false;               ///< more were drawn where few stood above
  std::vector<std::uint64_t> skipped;  ///< by metrics::Undefined

  bool has_ties() const;
  /// The numbers of relevant items that users have, rising.
  std::vector<std::uint64_t> numbers_of_relevant() const;
  /// Of all relevant items, whoever's they are.
  SampledCounts counts() const;
};

/// Adds an item that counts `weight`; ties share it out.
void add(const SeenItem& item, TiedItems tied, double weight, SampledCounts::Size& counts);

/// The items of all samples together.
SampledCounts counts_of_all(std::span<const SeenUsers> repeats);

/// For each of several samples of the same users; all have the sizes of all.
std::vector<SeenUsers> seen_users(std::span<const SampledRanks> repeats, Replacement replacement);

/// Throws InputError for users with several relevant items, which `estimator` is not for: `why`,
/// and what to do about it.
void require_lone_items(const SampledRanks& sampled, std::string_view estimator,
                        std::string_view why, std::string_view advice);

}  // namespace honestrank::estimators

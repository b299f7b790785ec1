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

/// What was seen of a user: so many sampled items above and beside the relevant one.
struct SeenUser {
  std::size_t size = 0;  ///< which of the numbers of samples
  std::uint64_t above = 0;
  std::uint64_t tied = 0;
};

/// Which of several tied items stand above the relevant one.
enum class TiedItems { none, shared, all };

/// The users of a sample who count, and how their items were drawn.
struct SeenUsers {
  std::vector<SeenUser> users;
  SampledCounts drawn;                 ///< items and sizes, with numbers of users that are all 0
  double population = 0;               ///< mean number of items
  double samples = 0;                  ///< mean number
  bool adaptive = false;               ///< more were drawn where few stood above
  std::vector<std::uint64_t> skipped;  ///< by metrics::Undefined

  bool has_ties() const;
  SampledCounts counts(TiedItems tied = TiedItems::shared) const;
};

/// Adds a user; tied items share the user out.
void add(const SeenUser& user, TiedItems tied, SampledCounts& counts);

/// The users of all samples together.
SampledCounts counts_of_all(std::span<const SeenUsers> repeats);

/// For each of several samples of the same users; all have the sizes of all. `estimator` is named
/// where InputError is thrown: for users with several relevant items.
std::vector<SeenUsers> seen_users(std::span<const SampledRanks> repeats, Replacement replacement,
                                  std::string_view estimator);

}  // namespace honestrank::estimators

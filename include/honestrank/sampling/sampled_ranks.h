#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "honestrank/rankings/user_ranks.h"
#include "honestrank/sampling/sampling_model.h"

namespace honestrank {

/// How the items that relevant ones were ranked against were chosen.
enum class SamplingProtocol {
  uniform,     ///< each irrelevant item is as likely as any other
  adaptive,    ///< so too, and more were drawn where few stood above the relevant item
  popularity,  ///< items that many users chose are more likely; no correction is known
  candidates,  ///< given lists, taken as if they had been drawn uniformly
};

/// Where relevant items stand among sampled ones.
///
/// Entry i of `ranks` is the ranking of one user's relevant items and samples together, so its
/// `items` are their numbers added up; `population[i]` is how many items the user has in all,
/// eligible ones, relevant ones included.
struct SampledRanks {
  UserRanks ranks;
  std::vector<std::uint64_t> population;
  SamplingProtocol protocol = SamplingProtocol::uniform;
  Replacement replacement = Replacement::with;
  std::uint64_t users_skipped = 0;  ///< who have no item to draw, and so no entry

  std::size_t size() const noexcept { return ranks.size(); }
  /// Number of sampled items of an entry.
  std::uint64_t samples(std::size_t entry) const noexcept {
    return ranks.items[entry] - ranks[entry].relevant();
  }
};

/// Throws InputError, naming the entry, as validate(UserRanks) does; if the numbers of entries
/// differ, a population is smaller than the relevant items, or more was drawn without replacement
/// than there is; for gains other than 1 and relevant items that were not ranked.
void validate(const SampledRanks& sampled);

}  // namespace honestrank

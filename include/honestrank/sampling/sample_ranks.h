#pragma once

#include <cstdint>
#include <vector>

#include "honestrank/base/progress.h"
#include "honestrank/data/interactions.h"
#include "honestrank/data/user_items.h"
#include "honestrank/models/score_source.h"
#include "honestrank/sampling/sampled_ranks.h"

namespace honestrank {

struct SampleOptions {
  std::uint64_t samples = 100;  ///< items that are drawn for each user
  /// Adaptive sampling (Li, Jin et al., AAAI 2023): a user with fewer than `enough_above` sampled
  /// items above the best relevant one has as many more drawn as there are, and one, again and
  /// again, until there are enough or so many samples. 0: all users have `samples`.
  std::uint64_t most_samples = 0;
  std::uint64_t enough_above = 1;  ///< the paper's; larger numbers tell ranks apart more finely
  Replacement replacement = Replacement::with;
  /// uniform or popularity: items in proportion to their number of `seen` interactions, plus 1. The
  /// protocol of a result with `most_samples` is adaptive.
  SamplingProtocol protocol = SamplingProtocol::uniform;
  std::uint32_t repeats = 1;  ///< samples of every user, independent of each other
  std::uint64_t seed = 42;
  unsigned threads = 0;  ///< 0: all hardware threads
  ProgressCallback progress{};
};

/// Where each user's held-out items stand among items drawn at random from those that the user has
/// neither seen nor held out; one result for each repeat.
///
/// Only the drawn pairs are scored. All held-out items of a user meet the same sample. What is
/// drawn for a user is a function of seed, repeat, user, `seen` and `held_out` alone: two models
/// meet the same items, and a larger sample begins with the smaller one. Users without a held-out
/// item have no entry, users without an item to draw are counted in `users_skipped`. The same bits
/// for any number of threads. A callback that takes no concurrent calls is called by one thread,
/// with the pairs of many users at a time.
///
/// Throws InputError as full_ranks does, for no samples or repeats, and if a user has fewer items
/// than are to be drawn without replacement; adaptive samples end there.
std::vector<SampledRanks> sample_ranks(const ScoreSource& scores, UserItemsView held_out,
                                       UserItemsView seen, const SampleOptions& options = {});

/// The same for interactions that share their id maps; messages name ids instead of rows.
std::vector<SampledRanks> sample_ranks(const ScoreSource& scores, const Interactions& held_out,
                                       const Interactions& seen, const SampleOptions& options = {});

}  // namespace honestrank

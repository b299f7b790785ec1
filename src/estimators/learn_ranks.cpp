#include "honestrank/estimators/learn_ranks.h"

#include <fmt/format.h>

#include "estimators/rank_learner.h"
#include "estimators/sample_checks.h"
#include "estimators/seen_users.h"
#include "honestrank/base/error.h"
#include "honestrank/base/parallel.h"

namespace honestrank {

std::vector<LearntRanks> learn_ranks(std::span<const SampledRanks> repeats,
                                     const Estimator& estimator, const LearnRanksOptions& options) {
  if (!estimator.is_distribution()) {
    throw InputError(fmt::format(
        "learn_ranks: expected an estimator that is a rank distribution, mle, monotone_mle or mes; "
        "got {}",
        estimator.name));
  }
  if (repeats.empty()) throw InputError("learn_ranks: expected sampled ranks; got none");
  for (const SampledRanks& sampled : repeats) {
    estimators::require_correctable(sampled, {&estimator, 1});
  }
  estimators::require_same_users(repeats);
  estimators::require_lone_items(repeats[0], "a rank distribution",
                                 "of which several would have one each", "leave the distribution");
  const auto seen =
      estimators::seen_users(repeats, options.likelihood.value_or(repeats[0].replacement));
  const estimators::RankLearner learner({&estimator, 1}, {}, estimators::counts_of_all(seen),
                                        estimators::cell_size(estimator));
  std::vector<LearntRanks> results(repeats.size());
  parallel_for(repeats.size(), 1, options.threads, [&](const Block& block) {
    LearntRanks& own = results[block.begin];
    own.counts = seen[block.begin].counts();
    own.users = seen[block.begin].users.size();
    own.distribution = learner.learn(estimator, estimators::user_counts(own.counts, "estimate"));
  });
  return results;
}

}  // namespace honestrank

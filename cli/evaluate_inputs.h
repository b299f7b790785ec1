#pragma once

#include <memory>
#include <string>
#include <vector>

#include "honestrank/base/progress.h"
#include "honestrank/data/id_map.h"
#include "honestrank/data/trec.h"
#include "honestrank/rankings/rank_run.h"
#include "honestrank/rankings/user_ranks.h"
#include "score_inputs.h"

namespace honestrank::cli {

/// One model as `evaluate` sees it.
struct RankedModel {
  std::string name;
  std::shared_ptr<const IdMap> users;
  UserRanks ranks;
  std::vector<std::string> warnings;
  std::vector<std::string> notes{};  ///< how it was made
};

/// The models of rank files.
std::vector<RankedModel> models_from_ranks(const std::vector<std::string>& arguments,
                                           std::uint64_t items);

/// The models of TREC runs, judged by `qrels`.
std::vector<RankedModel> models_from_runs(const std::string& qrels,
                                          const std::vector<std::string>& runs,
                                          const RankRunOptions& options,
                                          const ProgressCallback& progress);

/// The models of arrays, and those of specifications (with `seed` unless they have one), trained
/// one after the other, with the exact ranks of all held-out items. The models of `inputs` are gone
/// afterwards; its interactions stay.
std::vector<RankedModel> models_from_scores(ScoreInputs& inputs, std::uint64_t seed,
                                            unsigned threads, const ProgressCallback& progress);

}  // namespace honestrank::cli

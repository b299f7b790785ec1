#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "honestrank/metrics/evaluate.h"
#include "honestrank/rankings/rank_run.h"

namespace honestrank {

/// What limits trust in the evaluation of a model's ranks of `users` users: ties, items outside the
/// ranking, users left out.
std::vector<std::string> evaluation_warnings(const std::string& model, std::size_t users,
                                             const Evaluation& evaluation);

/// What is to be said of queries that are judged or retrieved alone.
std::vector<std::string> run_warnings(const std::string& model, const RunRanks& ranked,
                                      const RankRunOptions& options);

/// Throws InputError, with the reasons, if there is nobody to evaluate: a table without a single
/// number is no result.
void require_users(const std::string& model, const Evaluation& evaluation);

}  // namespace honestrank

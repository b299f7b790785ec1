#pragma once

#include <string>

#include "honestrank/metrics/evaluate.h"
#include "honestrank/metrics/metric.h"
#include "honestrank/rankings/rank_run.h"

namespace honestrank {

/// What `like`, as in `--like trec_eval`, and the kind of input stand for.
struct Conventions {
  Convention names = Convention::honestrank;
  RunTies run_ties = RunTies::keep;
  RunQueries queries = RunQueries::judged;
  EmptyUsers empty_users = EmptyUsers::skip;
  std::string default_metrics;
  std::string note;
};

/// `like` is empty, trec_eval or recbole; `queries` is empty, judged or common; `whole_ranking`:
/// the number of items is known.
Conventions conventions_of(const std::string& like, const std::string& queries, bool whole_ranking);

/// `name` is the name of an enumerator; others are read as `expected`.
TiePolicy tie_policy(const std::string& name);
/// How ties were counted, in words.
std::string tie_note(const std::string& name);

}  // namespace honestrank

#pragma once

#include <string>

#include "honestrank/metrics/evaluate.h"
#include "honestrank/metrics/metric.h"
#include "honestrank/rankings/rank_run.h"

namespace honestrank::cli {

/// What `--like` and the kind of input stand for.
struct Conventions {
  Convention names = Convention::honestrank;
  RunTies run_ties = RunTies::keep;
  RunQueries queries = RunQueries::judged;
  EmptyUsers empty_users = EmptyUsers::skip;
  std::string default_metrics;
  std::string note;
};

/// `like` and `queries` as on the command line, empty where not given; `whole_ranking`: the number
/// of items is known.
Conventions conventions_of(const std::string& like, const std::string& queries, bool whole_ranking);

/// `name` is one of those that `--ties` takes.
TiePolicy tie_policy(const std::string& name);
std::string tie_note(const std::string& name);

}  // namespace honestrank::cli

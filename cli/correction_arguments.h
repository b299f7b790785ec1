#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "honestrank/estimators/estimate.h"

namespace honestrank::cli {

/// The options of verbs that correct sampled metrics.
struct CorrectionArguments {
  std::string estimators;
  std::string population = "per_user";
  std::string likelihood;
  std::string prior;

  /// `learnt`: estimators may learn from all users.
  void add_to(CLI::App& command, const char* default_estimators, bool learnt);
  /// Reads the prior too. Throws ParseError for one that is no list of numbers.
  CorrectionOptions to_options() const;
};

/// "99", "10,100,1000". Throws UsageError for anything else.
std::vector<std::uint64_t> parse_sizes(const std::string& list);

}  // namespace honestrank::cli

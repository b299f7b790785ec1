#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "evaluate_inputs.h"
#include "honestrank/base/progress.h"
#include "honestrank/report/conventions.h"
#include "score_options.h"

namespace honestrank::cli {

/// The inputs of verbs that look at rankings: ranks, TREC runs, or models.
struct RankingOptions {
  std::vector<std::string> ranks;  ///< as given: [NAME=]FILE
  std::uint64_t items = 0;
  std::string qrels;
  std::vector<std::string> runs;  ///< as given: [NAME=]FILE
  std::string queries;
  ScoreOptions scores;
  std::string like;
  std::string ties = "expected";

  /// Adds the options that name inputs.
  void add_inputs_to(CLI::App& command);
  /// Adds --ties and --like.
  void add_conventions_to(CLI::App& command);

  bool from_trec() const { return !qrels.empty() || !runs.empty(); }
  bool from_models() const { return scores.has_arrays() || !scores.trained.empty(); }
  /// Whether the number of items is known.
  bool whole_ranking() const { return !from_trec() || items != 0; }

  /// Throws UsageError, starting with `verb`, unless there is one kind of input and all of it.
  void require_usable(const std::string& verb) const;

  std::vector<std::string> paths() const;
};

/// Models with their ranks, and what is to be said about the inputs.
struct RankedInputs {
  std::vector<RankedModel> models;
  ScoreInputs scores;  ///< held-out and seen interactions, where there are any
  std::vector<std::string> notes;
  std::vector<std::string> warnings;
};

/// Reads and ranks.
RankedInputs rank_inputs(const RankingOptions& options, const Conventions& conventions,
                         std::uint64_t seed, unsigned threads, const ProgressCallback& progress);

}  // namespace honestrank::cli

#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "audience_options.h"
#include "commands.h"
#include "honestrank/satisfaction/cold_start.h"
#include "output_options.h"
#include "score_options.h"

namespace honestrank::cli {

/// What newcomers get out of their lists.
struct StudyOptions {
  std::string study;       ///< empty: none
  std::string attributes;  ///< of the line, comma separated; empty: chosen
  std::string known;       ///< numbers, comma separated; empty: those of the library
  std::uint32_t folds = ColdStartOptions{}.folds;
  std::uint32_t repeats = ColdStartOptions{}.repeats;

  void add_to(CLI::App& command);
  bool any() const { return !study.empty(); }
};

/// Reads ratings and attributes, and writes rows of all points, with notes of what attributes or
/// metadata are worth.
void run_study(const StudyOptions& study, const ScoreOptions& scores,
               const AudienceOptions& audience, const OutputOptions& output,
               const Invocation& invocation);

}  // namespace honestrank::cli

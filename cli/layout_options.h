#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "honestrank/data/read_interactions.h"

namespace honestrank::cli {

/// The options that fix how interaction files are built, where what is detected would be wrong.
struct LayoutOptions {
  std::string layout;  ///< all empty: detected
  std::string separator;
  std::string header;
  std::string columns;

  void add_to(CLI::App& command, const char* group);

  /// Whether any of the options was given.
  bool any() const;

  /// What the options say; the rest is left to detection. Throws UsageError if they contradict
  /// each other or the columns cannot be understood.
  ReadInteractionsOptions to_read_options() const;
};

}  // namespace honestrank::cli

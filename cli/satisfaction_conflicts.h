#pragma once

#include <CLI/CLI.hpp>
#include <set>
#include <string>

namespace honestrank::cli {

/// The options that were given, as in "--depth".
std::set<std::string> given_options(const CLI::App& command);

/// Throws UsageError for options of satisfaction of which one would be passed over: it says which
/// two do not go together, or which one is missing.
void require_together(const std::set<std::string>& given);

}  // namespace honestrank::cli

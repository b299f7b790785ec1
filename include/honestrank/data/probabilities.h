#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace honestrank {

/// Reads finite numbers of at least 0, one a line, plain or gzip: the probabilities of rank or
/// depth 1, 2, ..., of any sum. Blank lines are left out.
///
/// Throws ParseError with file and line for anything else, and where there is no number; it says
/// that the probability of `what` was expected, as in "a rank".
std::vector<double> read_probabilities(const std::filesystem::path& path, const std::string& what);
std::vector<double> parse_probabilities(std::span<const char> bytes, const std::string& name,
                                        const std::string& what);

}  // namespace honestrank

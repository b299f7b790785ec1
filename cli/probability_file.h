#pragma once

#include <string>
#include <vector>

namespace honestrank::cli {

/// Reads numbers of at least 0, one a line. Throws ParseError with file and line for anything else,
/// saying that it should be the probability of `what`, as in "a rank".
std::vector<double> read_probabilities(const std::string& path, const std::string& what);

}  // namespace honestrank::cli

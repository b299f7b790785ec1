#include "probability_file.h"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cmath>
#include <fstream>
#include <system_error>

#include "honestrank/base/error.h"

namespace honestrank::cli {

std::vector<double> read_probabilities(const std::string& path, const std::string& what) {
  std::ifstream file(path);
  if (!file) throw std::system_error(errno, std::generic_category(), path);
  std::vector<double> probabilities;
  std::string line;
  for (std::size_t number = 1; std::getline(file, line); ++number) {
    if (!line.empty() && line.back() == '\r') line.pop_back();
    if (line.empty()) continue;
    double value = 0;
    const auto result = std::from_chars(line.data(), line.data() + line.size(), value);
    const bool whole = result.ec == std::errc() && result.ptr == line.data() + line.size();
    if (!whole || !(value >= 0) || !std::isfinite(value)) {
      throw ParseError(path, number,
                       fmt::format("expected the probability of {}, a number of at least 0; got "
                                   "'{:.40}'",
                                   what, line));
    }
    probabilities.push_back(value);
  }
  if (probabilities.empty()) {
    throw ParseError(path, 0, fmt::format("expected the probability of {}; got none", what));
  }
  return probabilities;
}

}  // namespace honestrank::cli

#include "honestrank/data/probabilities.h"

#include <cmath>
#include <string_view>

#include "data/interaction_layout.h"
#include "data/line_reader.h"
#include "data/numbers.h"
#include "honestrank/base/error.h"

namespace honestrank {
namespace {

std::vector<double> probabilities_from(ChunkReader& reader, const std::string& what) {
  reject_binary(reader.first_text(), reader.name());
  std::vector<double> probabilities;
  for_each_line(reader, [&](std::size_t line, std::string_view text) {
    const auto value = parse_double(text);
    if (!value || !(*value >= 0) || !std::isfinite(*value)) {
      throw ParseError(reader.name(), line,
                       "expected the probability of " + what + ", a number of at least 0; got " +
                           quoted_for_message(text));
    }
    probabilities.push_back(*value);
  });
  if (probabilities.empty()) {
    throw ParseError(reader.name(), 0, "expected the probability of " + what + "; got none");
  }
  return probabilities;
}

}  // namespace

std::vector<double> read_probabilities(const std::filesystem::path& path, const std::string& what) {
  return probabilities_from(*ChunkReader::open(path), what);
}

std::vector<double> parse_probabilities(std::span<const char> bytes, const std::string& name,
                                        const std::string& what) {
  ChunkReader reader(bytes_in_memory(bytes, name), name);
  return probabilities_from(reader, what);
}

}  // namespace honestrank

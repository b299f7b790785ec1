// Any bytes as probabilities: refused with an InputError, or finite numbers of at least 0 that are
// the same when written and read again.

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include "fuzzing.h"
#include "honestrank/base/error.h"
#include "honestrank/data/probabilities.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace honestrank;
  std::vector<double> values;
  try {
    values = parse_probabilities(fuzzing::text_of(data, size), "fuzz", "a rank");
  } catch (const InputError&) {
    return 0;
  }
  fuzzing::expect(!values.empty(), "a number");
  std::string text;
  for (const double value : values) {
    fuzzing::expect(std::isfinite(value) && value >= 0, "probabilities");
    char line[40];
    std::snprintf(line, sizeof line, "%.17g\n", value);
    text += line;
  }
  fuzzing::expect(parse_probabilities(text, "fuzz", "a rank") == values, "written and read again");
  return 0;
}

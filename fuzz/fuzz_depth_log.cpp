// Any bytes as a log of depths: refused with an InputError, or counts of sessions that are the same
// when written and read again.

#include <cstddef>
#include <cstdint>
#include <string>

#include "fuzzing.h"
#include "honestrank/base/error.h"
#include "honestrank/satisfaction/browsing_model.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace honestrank;
  DepthCounts counts;
  try {
    counts = parse_depth_log(fuzzing::text_of(data, size), "fuzz");
  } catch (const InputError&) {
    return 0;
  }
  fuzzing::expect(!counts.sessions.empty() && counts.sessions.back() != 0, "a deepest session");
  std::uint64_t sessions = 0;
  std::string text = "depth\n";
  for (std::size_t depth = 0; depth < counts.sessions.size(); ++depth) {
    sessions += counts.sessions[depth];
    for (std::uint64_t i = 0; i < counts.sessions[depth]; ++i) {
      text += std::to_string(depth) + '\n';
    }
  }
  // Compressed bytes may be a thousand times as many.
  if (sessions > 10 * size) return 0;
  fuzzing::expect(parse_depth_log(text, "fuzz").sessions == counts.sessions,
                  "written and read again");
  return 0;
}

// Any bytes as candidate lists: refused with an InputError, or columns that fit together.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "honestrank/base/error.h"
#include "honestrank/data/candidate_lists.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace honestrank;
  try {
    const CandidateLists lists =
        parse_candidates({reinterpret_cast<const char*>(data), size}, "fuzz");
    if (lists.begin.size() != lists.size() + 1 || lists.begin.back() != lists.candidate.size())
      std::abort();
    for (const std::uint32_t item : lists.candidate) {
      if (item >= lists.items.size()) std::abort();
    }
    if (lists.targets_among_candidates > lists.candidate.size()) std::abort();
  } catch (const InputError&) {
  }
  return 0;
}

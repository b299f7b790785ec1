// Any bytes as candidate lists: refused with an InputError, or lists that agree with what the
// interaction reader finds in them and that survive being written and read again.

#include <cstddef>
#include <cstdint>
#include <span>

#include "fuzzing.h"
#include "honestrank/base/error.h"
#include "honestrank/data/candidate_lists.h"
#include "honestrank/data/read_interactions.h"

namespace {

using namespace honestrank;
using fuzzing::expect;

bool same(const CandidateLists& a, const CandidateLists& b) {
  return a.users == b.users && a.items == b.items && a.user == b.user && a.target == b.target &&
         a.begin == b.begin && a.candidate == b.candidate &&
         a.targets_among_candidates == b.targets_among_candidates &&
         a.repeated_candidates == b.repeated_candidates;
}

void check(const CandidateLists& lists, std::span<const char> text) {
  expect(lists.target.size() == lists.size() && lists.begin.size() == lists.size() + 1 &&
             lists.begin.back() == lists.candidate.size(),
         "columns that fit together");
  for (const std::uint32_t item : lists.candidate) expect(item < lists.items.size(), "known items");
  const Interactions pairs =
      parse_interactions(text, "fuzz", {.format = InteractionFormat::candidates, .threads = 1})
          .interactions;
  expect(pairs.users == lists.users && pairs.user == lists.user, "the same users as interactions");
  for (std::size_t row = 0; row < lists.size(); ++row) {
    expect(pairs.items[pairs.item[row]] == lists.items[lists.target[row]], "the same targets");
  }

  static const fuzzing::ScratchFile scratch;
  try {
    write_candidates(scratch.path(), lists);
  } catch (const InputError&) {
    return;  // an id with a carriage return
  }
  expect(same(read_candidates(scratch.path()), lists), "written and read again");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const char> text = fuzzing::text_of(data, size);
  CandidateLists lists;
  try {
    lists = parse_candidates(text, "fuzz");
  } catch (const InputError&) {
    return 0;
  }
  check(lists, text);
  return 0;
}

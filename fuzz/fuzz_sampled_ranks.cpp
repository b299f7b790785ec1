// Any bytes as a sampled-rank file: refused with an InputError, or valid sampled ranks that survive
// being written and read again.

#include <cstddef>
#include <cstdint>

#include "fuzzing.h"
#include "honestrank/base/error.h"
#include "honestrank/data/sampled_rank_table.h"
#include "honestrank/sampling/sampled_ranks_table.h"

namespace {

using namespace honestrank;
using fuzzing::expect;

bool same(const SampledRanks& a, const SampledRanks& b) {
  return a.ranks.items == b.ranks.items && a.ranks.groups == b.ranks.groups &&
         a.ranks.group_begin == b.ranks.group_begin && a.population == b.population &&
         a.protocol == b.protocol && a.replacement == b.replacement;
}

void check(const SampledRankTable& table) {
  std::vector<SampledRanks> repeats;
  try {
    repeats = sampled_ranks_from_table(table, Replacement::with, "fuzz");
  } catch (const InputError&) {
    return;  // a protocol that does not exist, a repeat without rows
  }
  std::uint64_t relevant = 0;
  for (const SampledRanks& one : repeats) {
    try {
      validate(one);
    } catch (const InputError&) {
      return;  // more was drawn than there is
    }
    for (std::size_t entry = 0; entry < one.size(); ++entry)
      relevant += one.ranks[entry].relevant();
  }
  expect(relevant == table.size(), "a relevant item for every row");
  static const fuzzing::ScratchFile scratch;
  try {
    write_sampled_ranks(scratch.path(), to_table(repeats, table.users));
  } catch (const InputError&) {
    return;  // a user with a tab or a carriage return
  }
  const auto again =
      sampled_ranks_from_table(read_sampled_ranks(scratch.path()), Replacement::with, "again");
  expect(again.size() == repeats.size(), "as many repeats again");
  for (std::size_t i = 0; i < again.size(); ++i) {
    expect(same(again[i], repeats[i]), "written and read again");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const std::uint64_t number : {std::uint64_t{0}, std::uint64_t{20}}) {
    SampledRankTable table;
    try {
      table = parse_sampled_ranks(fuzzing::text_of(data, size), "fuzz",
                                  {.items = 5 * number, .samples = number});
    } catch (const InputError&) {
      continue;
    }
    check(table);
  }
  return 0;
}

// Any bytes as a rank file: refused with an InputError, or valid tie groups and a table that
// survives being written and read again.

#include <cstddef>
#include <cstdint>

#include "fuzzing.h"
#include "honestrank/base/error.h"
#include "honestrank/data/rank_table.h"
#include "honestrank/rankings/ranks_from_table.h"
#include "honestrank/rankings/user_ranks.h"

namespace {

using namespace honestrank;
using fuzzing::expect;

bool same(const RankTable& a, const RankTable& b) {
  return a.users == b.users && a.user == b.user && a.rank == b.rank && a.tied == b.tied &&
         a.items == b.items;
}

void check(const RankTable& table) {
  const UserRanks ranks = ranks_from_table(table);
  try {
    validate(ranks);
  } catch (const InputError& error) {
    expect(false, error.what());
  }
  expect(ranks.size() == table.users.size(), "an entry for every user");
  std::uint64_t relevant = 0;
  for (std::size_t entry = 0; entry < ranks.size(); ++entry) relevant += ranks[entry].relevant();
  expect(relevant == table.size(), "a relevant item for every row");

  static const fuzzing::ScratchFile scratch;
  try {
    write_ranks(scratch.path(), table);
  } catch (const InputError&) {
    return;  // a user with a tab or a carriage return
  }
  expect(same(read_ranks(scratch.path()), table), "written and read again");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  for (const std::uint64_t items : {std::uint64_t{0}, std::uint64_t{100}, ~std::uint64_t{0}}) {
    RankTable table;
    try {
      table = parse_ranks(fuzzing::text_of(data, size), "fuzz", {.items = items});
    } catch (const InputError&) {
      continue;
    }
    check(table);
  }
  return 0;
}

// Any bytes as a rank file: refused with an InputError, or tie groups that fit together.

#include <cstddef>
#include <cstdint>
#include <span>

#include "honestrank/base/error.h"
#include "honestrank/data/rank_table.h"
#include "honestrank/rankings/ranks_from_table.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace honestrank;
  RankTable table;
  try {
    table = parse_ranks({reinterpret_cast<const char*>(data), size}, "fuzz", {.items = 1000});
  } catch (const InputError&) {
    return 0;
  }
  validate(ranks_from_table(table));
  return 0;
}

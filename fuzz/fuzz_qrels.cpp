// Any bytes as relevance judgments: refused with an InputError, or judgments that do not depend on
// threads and chunks and that survive being written and read again.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "data/text_parsing.h"
#include "fuzzing.h"
#include "honestrank/base/error.h"
#include "honestrank/data/trec.h"

namespace {

using namespace honestrank;
using fuzzing::expect;

struct Outcome {
  std::optional<Qrels> qrels;
  std::string message;
};

Outcome parsed(std::span<const char> text, std::size_t chunk_bytes, unsigned threads) {
  try {
    ChunkReader reader(bytes_in_memory(text, "fuzz"), "fuzz", chunk_bytes);
    return {qrels_from(reader, {.threads = threads}), ""};
  } catch (const InputError& error) {
    return {std::nullopt, error.what()};
  }
}

bool same(const Qrels& a, const Qrels& b) {
  if (!(a.queries == b.queries) || a.begin != b.begin || a.grade != b.grade) return false;
  for (std::size_t row = 0; row < a.size(); ++row) {
    if (a.document[row] != b.document[row]) return false;
    if (a.document.key(row) != b.document.key(row)) return false;
  }
  return true;
}

void check_round_trip(const Qrels& qrels) {
  // Other bytes at the start of a file may be the mark of another format.
  if (!fuzzing::is_printable(qrels.queries[0])) return;
  static const fuzzing::ScratchFile scratch;
  try {
    write_qrels(scratch.path(), qrels);
  } catch (const InputError&) {
    return;  // an id with a carriage return
  }
  expect(same(read_qrels(scratch.path(), {.threads = 1}), qrels), "written and read again");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const char> text = fuzzing::text_of(data, size);
  const std::size_t chunk_bytes = 3 + fuzzing::digest_of(text) % 60;
  const Outcome whole = parsed(text, kChunkBytes, 1);
  const Outcome one = parsed(text, chunk_bytes, 1);
  const Outcome two = parsed(text, chunk_bytes, 2);
  expect(one.message == two.message, "the same message for any number of threads");
  expect(whole.qrels.has_value() == one.qrels.has_value(), "chunks do not matter");
  if (!whole.qrels) return 0;
  expect(same(*whole.qrels, *one.qrels), "chunks do not matter");
  expect(same(*whole.qrels, *two.qrels), "threads do not matter");
  check_round_trip(*whole.qrels);
  return 0;
}

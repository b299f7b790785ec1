// Any bytes as an interaction file: refused with an InputError, or rows that do not depend on
// threads and chunks and that survive being written and read again.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "data/text_parsing.h"
#include "fuzzing.h"
#include "honestrank/base/error.h"
#include "honestrank/data/read_interactions.h"
#include "honestrank/data/write_interactions.h"

namespace {

using namespace honestrank;
using fuzzing::expect;

/// Either a file or the message that refused it.
struct Outcome {
  std::optional<InteractionFile> file;
  std::string message;
};

Outcome parsed(std::span<const char> text, std::size_t chunk_bytes,
               const ReadInteractionsOptions& options) {
  try {
    ChunkReader reader(bytes_in_memory(text, "fuzz"), "fuzz", chunk_bytes);
    return {interactions_from(reader, options), ""};
  } catch (const InputError& error) {
    return {std::nullopt, error.what()};
  }
}

bool same_values(const Interactions& a, const Interactions& b) {
  return a.rating == b.rating && a.timestamp == b.timestamp;
}

bool same_bits(const Interactions& a, const Interactions& b) {
  return a.users == b.users && a.items == b.items && a.user == b.user && a.item == b.item &&
         same_values(a, b);
}

bool same_rows(const Interactions& a, const Interactions& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a.users[a.user[i]] != b.users[b.user[i]]) return false;
    if (a.items[a.item[i]] != b.items[b.item[i]]) return false;
  }
  return same_values(a, b);
}

void expect_same(const Outcome& a, const Outcome& b, const char* property) {
  expect(a.message == b.message, property);
  expect(a.file.has_value() == b.file.has_value(), property);
  if (!a.file) return;
  expect(describe(a.file->layout) == describe(b.file->layout), property);
  expect(same_bits(a.file->interactions, b.file->interactions), property);
}

void check_round_trip(const Interactions& data, std::uint64_t digest) {
  static const fuzzing::ScratchFile scratch;
  const char* const separators[] = {"\t", ",", ";", "|", "::", " "};
  try {
    write_interactions(scratch.path(), data, {.separator = separators[digest % 6]});
  } catch (const InputError&) {
    return;  // an id that this separator would tear apart
  }
  expect(same_rows(read_interactions(scratch.path(), {.threads = 1}), data),
         "written and read again");
}

ReadInteractionsOptions options_from(std::uint64_t digest) {
  const auto choose = [&](std::uint64_t bound) {
    return std::exchange(digest, digest / bound) % bound;
  };
  const char* const separators[] = {"", "\t", ",", ";", "|", "::", " "};
  const char* const columns[] = {"", "1", "2", "3", "rating", "none"};
  ReadInteractionsOptions options;
  options.format = static_cast<InteractionFormat>(choose(4));
  options.separator = separators[choose(7)];
  if (choose(2) == 0) options.header = choose(2) == 0;
  options.encoding = static_cast<TextEncoding>(choose(3));
  if (choose(4) == 0) options.user_column = columns[choose(4)];
  if (choose(4) == 0) options.item_column = columns[choose(4)];
  if (choose(4) == 0) options.rating_column = columns[choose(6)];
  if (choose(4) == 0) options.timestamp_column = columns[choose(6)];
  return options;
}

/// Threads cost more than all the rest, so they are not tried every time.
void check(std::span<const char> text, ReadInteractionsOptions options, std::uint64_t digest,
           bool with_threads) {
  options.threads = 1;
  const Outcome whole = parsed(text, kChunkBytes, options);
  if (whole.file) {
    validate(whole.file->interactions);
    check_round_trip(whole.file->interactions, digest);
  }
  const std::size_t chunk_bytes = 3 + digest / 7 % 60;
  const Outcome cut = parsed(text, chunk_bytes, options);
  // The layout is told from the first chunk, so a small one may be taken for something else.
  if (whole.file && cut.file && describe(whole.file->layout) == describe(cut.file->layout)) {
    expect(same_bits(whole.file->interactions, cut.file->interactions), "chunks do not matter");
  }
  options.threads = 2;
  if (with_threads) expect_same(cut, parsed(text, chunk_bytes, options), "threads do not matter");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const char> text = fuzzing::text_of(data, size);
  const std::uint64_t digest = fuzzing::digest_of(text);
  check(text, {}, digest, digest % 2 == 0);
  check(text, options_from(digest), digest, digest % 2 == 1);
  return 0;
}

// Any bytes as a list of ids: refused with an InputError, or the ids that a plain loop over the
// lines finds, which survive being written and read again.

#include <cstddef>
#include <cstdint>
#include <set>
#include <span>
#include <string_view>
#include <vector>

#include "data/text_encoding.h"
#include "fuzzing.h"
#include "honestrank/base/error.h"
#include "honestrank/data/id_list.h"

namespace {

using namespace honestrank;
using fuzzing::expect;

/// The lines without line ends, blanks around them and the byte order mark; none that is empty.
std::vector<std::string_view> plain_ids(std::string_view text) {
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);
  std::vector<std::string_view> ids;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    const std::size_t begin = line.find_first_not_of(" \t");
    if (begin == std::string_view::npos) continue;
    ids.push_back(line.substr(begin, line.find_last_not_of(" \t") - begin + 1));
  }
  return ids;
}

bool is_plain_text(std::string_view text) {
  for (const std::string_view id : plain_ids(text)) {
    if (!fuzzing::is_printable(id)) return false;
  }
  return true;
}

void check(const IdMap& ids, std::string_view text) {
  expect(!ids.empty(), "at least one id");
  const bool compressed = text.starts_with("\x1F\x8B");
  const std::vector<std::string_view> lines =
      compressed ? std::vector<std::string_view>() : plain_ids(text);
  expect(compressed || lines.size() == ids.size(), "an id for every line");
  bool carriage_return = false;
  for (std::uint32_t number = 0; number < ids.size(); ++number) {
    const std::string_view id = ids[number];
    expect(is_utf8(id), "ids are UTF-8");
    expect(ids.find(id) == number, "an id is found under its number");
    expect(compressed || id == lines[number], "ids in the order of the lines");
    carriage_return = carriage_return || id.find('\r') != std::string_view::npos;
  }

  static const fuzzing::ScratchFile scratch;
  try {
    write_ids(scratch.path(), ids);
  } catch (const InputError&) {
    expect(carriage_return, "ids that were read can be written");
    return;
  }
  expect(!carriage_return, "an id with a carriage return is not written");
  // At the start of a file a byte order mark is left out and the signature of a binary file
  // refused.
  if (!fuzzing::is_printable(ids[0].substr(0, 8))) return;
  expect(read_ids(scratch.path()) == ids, "written and read again");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const char> bytes = fuzzing::text_of(data, size);
  const std::string_view text(bytes.data(), bytes.size());
  IdMap ids;
  try {
    ids = parse_ids(bytes, "fuzz");
  } catch (const InputError&) {
    if (!is_plain_text(text)) return 0;
    const std::vector<std::string_view> lines = plain_ids(text);
    const std::set<std::string_view> distinct(lines.begin(), lines.end());
    expect(lines.empty() || distinct.size() < lines.size(), "plain ids, each once, are accepted");
    return 0;
  }
  check(ids, text);
  return 0;
}

// Any bytes as a table of attributes: refused with an InputError, or a table of UTF-8 text that
// survives being written and read again.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "data/text_encoding.h"
#include "fuzzing.h"
#include "honestrank/base/error.h"
#include "honestrank/data/attribute_table.h"

namespace {

using namespace honestrank;
using fuzzing::expect;

bool same(const AttributeTable& a, const AttributeTable& b) {
  if (!(a.ids == b.ids) || a.names != b.names || a.columns.size() != b.columns.size()) return false;
  for (std::size_t column = 0; column < a.columns.size(); ++column) {
    if (a.columns[column].size() != b.columns[column].size()) return false;
    for (std::size_t row = 0; row < a.ids.size(); ++row) {
      if (a.columns[column][row] != b.columns[column][row]) return false;
    }
  }
  return true;
}

void check(const AttributeTable& table) {
  expect(table.names.size() == table.columns.size(), "a name for every column");
  for (const std::string& name : table.names) expect(is_utf8(name), "names are UTF-8");
  for (const TextColumn& column : table.columns) {
    expect(column.size() == table.ids.size(), "a value for every id");
    for (std::size_t row = 0; row < column.size(); ++row) {
      expect(is_utf8(column[row]), "values are UTF-8");
      for (const std::string_view value : split_values(column[row])) {
        expect(!value.empty(), "split values are not empty");
      }
    }
  }
  static const fuzzing::ScratchFile scratch;
  try {
    write_attributes(scratch.path(), table);
  } catch (const InputError&) {
    return;  // text with a tab or a carriage return
  }
  expect(same(read_attributes(scratch.path()), table), "written and read again");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::span<const char> text = fuzzing::text_of(data, size);
  std::uint64_t digest = fuzzing::digest_of(text);
  const char* const separators[] = {"\t", ",", ";", "|", "::", " "};
  ReadAttributesOptions chosen;
  chosen.separator = separators[std::exchange(digest, digest / 6) % 6];
  if (digest % 3 != 0) chosen.header = digest % 3 == 1;
  for (const ReadAttributesOptions& options : {ReadAttributesOptions{}, chosen}) {
    AttributeTable table;
    try {
      table = parse_attributes(text, "fuzz", options);
    } catch (const InputError&) {
      continue;
    }
    check(table);
  }
  return 0;
}

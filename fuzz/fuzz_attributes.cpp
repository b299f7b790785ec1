// Any bytes as a table of attributes: refused with an InputError, or columns that fit together.

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <span>

#include "honestrank/base/error.h"
#include "honestrank/data/attribute_table.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace honestrank;
  try {
    const AttributeTable table =
        parse_attributes({reinterpret_cast<const char*>(data), size}, "fuzz");
    if (table.columns.size() != table.names.size()) std::abort();
    for (const TextColumn& column : table.columns) {
      if (column.size() != table.ids.size()) std::abort();
      for (std::size_t row = 0; row < column.size(); ++row) split_values(column[row]);
    }
  } catch (const InputError&) {
  }
  return 0;
}

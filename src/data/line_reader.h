#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "data/chunk_reader.h"
#include "data/text_fields.h"

namespace honestrank {

/// Calls `use(line, text)` for every line of `reader` in order, blank ones left out, line ends
/// removed, `line` counted from 1. For files that are small enough not to need several threads.
void for_each_line(ChunkReader& reader,
                   const std::function<void(std::size_t line, std::string_view text)>& use);

/// A line cut into fields, and the means to complain about it.
struct FieldLine {
  const std::string& file;
  std::size_t line;
  const std::vector<std::string_view>& fields;

  [[noreturn]] void fail(const std::string& what) const;
};

/// Calls `use` for every line with exactly `columns` fields; another number is an error.
void for_each_row(ChunkReader& reader, FieldSeparator separator, std::size_t columns,
                  const std::function<void(const FieldLine& line)>& use);

}  // namespace honestrank

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "data/line_marks.h"
#include "data/trec_parser.h"
#include "honestrank/data/text_column.h"

namespace honestrank {

/// The rows of a qrels or run file, in file order.
struct TrecColumns {
  /// Consecutive rows of one query in the file.
  struct Segment {
    unsigned worker = 0;
    std::uint32_t query = 0;  ///< as numbered by the worker
    std::size_t rows = 0;
  };

  TextColumn document;
  std::vector<double> value;
  std::vector<Segment> segments;
  FileLineMarks lines;

  /// Appends the rows of the next chunk.
  void append(TrecRows& rows);
};

/// First of rows `begin` to `end` whose document an earlier one of them has. Documents are bytes
/// here: they are only compared with each other. `table` is memory to work in.
std::optional<std::size_t> first_repeated_document(const TextColumn& document, std::size_t begin,
                                                   std::size_t end,
                                                   std::vector<std::uint32_t>& table);

/// The last word of the first line that is not a comment.
std::string tag_of_run(std::string_view first_text);

}  // namespace honestrank

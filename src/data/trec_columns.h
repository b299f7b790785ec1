#pragma once

#include <cstddef>
#include <cstdint>
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

}  // namespace honestrank

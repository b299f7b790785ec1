#pragma once

#include <cstddef>
#include <vector>

#include "data/interaction_parser.h"
#include "data/line_marks.h"
#include "data/worker_ids.h"
#include "honestrank/data/interactions.h"

namespace honestrank {

/// Gathers the rows of all chunks into the columns of a file.
class RowCollector {
 public:
  /// Appends the rows of the next chunk.
  void append(ParsedRows& rows);

  /// Moves the columns to `result`, worker numbers turned into file numbers.
  void collect(const MergedIds& users, const MergedIds& items, unsigned threads,
               Interactions& result);

  /// The line of the file, from 1, on which row `row` stands. `lines` of each chunk as given by
  /// parse_chunks.
  std::size_t line_of(std::size_t row, const std::vector<std::size_t>& lines) const {
    return marks_.line_of(row, lines);
  }

 private:
  ParsedRows columns_;
  std::vector<std::size_t> begin_{0};  ///< first row of each chunk, and the number of rows
  std::vector<unsigned> worker_;       ///< of each chunk
  FileLineMarks marks_;
};

}  // namespace honestrank

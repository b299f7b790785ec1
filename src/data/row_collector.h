#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "base/huge_pages.h"
#include "data/interaction_parser.h"
#include "data/worker_ids.h"
#include "honestrank/data/interactions.h"

namespace honestrank {

/// Gathers the rows of all chunks, parsed in any order, into file order.
class RowCollector {
 public:
  explicit RowCollector(unsigned workers) : memory_(workers) {}

  /// Where the rows of a chunk go. Safe to call from several workers.
  ParsedRows& rows_of(std::size_t chunk, unsigned worker);

  /// Moves all rows into the columns of `result`, worker numbers turned into file numbers.
  void collect(const MergedIds& users, const MergedIds& items, unsigned threads,
               Interactions& result);

  /// The line of the file, from 1, on which row `row` stands. `lines` of each chunk as given by
  /// parse_chunks.
  std::size_t line_of(std::size_t row, const std::vector<std::size_t>& lines) const;

 private:
  std::mutex mutex_;
  std::deque<HugePageArena> memory_;  ///< of each worker's rows
  std::deque<std::unique_ptr<ParsedRows>> chunks_;
  std::vector<std::size_t> begin_;  ///< first row of each chunk, and the number of rows
};

}  // namespace honestrank

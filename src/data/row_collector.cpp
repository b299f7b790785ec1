#include "data/row_collector.h"

#include <utility>

#include "data/growing_columns.h"
#include "honestrank/base/parallel.h"

namespace honestrank {
namespace {

void renumber(std::vector<std::uint32_t>& column, std::size_t begin, std::size_t end,
              const MergedIds& ids, unsigned worker) {
  if (ids.number.empty()) return;
  const std::uint32_t* number = ids.number[worker].data();
  for (std::size_t row = begin; row < end; ++row) column[row] = number[column[row]];
}

}  // namespace

void RowCollector::append(ParsedRows& rows) {
  marks_.add_chunk(columns_.user.size(), std::move(rows.lines));
  append_to_column(columns_.user, rows.user, rows.part_read);
  append_to_column(columns_.item, rows.item, rows.part_read);
  append_to_column(columns_.rating, rows.rating, rows.part_read);
  append_to_column(columns_.timestamp, rows.timestamp, rows.part_read);
  begin_.push_back(columns_.user.size());
  worker_.push_back(rows.worker);
}

void RowCollector::collect(const MergedIds& users, const MergedIds& items, unsigned threads,
                           Interactions& result) {
  parallel_for(worker_.size(), 16, threads, [&](const Block& block) {
    for (std::size_t chunk = block.begin; chunk < block.end; ++chunk) {
      renumber(columns_.user, begin_[chunk], begin_[chunk + 1], users, worker_[chunk]);
      renumber(columns_.item, begin_[chunk], begin_[chunk + 1], items, worker_[chunk]);
    }
  });
  result.user = std::move(columns_.user);
  result.item = std::move(columns_.item);
  result.rating = std::move(columns_.rating);
  result.timestamp = std::move(columns_.timestamp);
}

}  // namespace honestrank

#include "data/row_collector.h"

#include <algorithm>
#include <numeric>

#include "honestrank/base/parallel.h"

namespace honestrank {
namespace {

void renumber(std::pmr::vector<std::uint32_t>& column, const MergedIds& ids, unsigned worker) {
  if (ids.number.empty()) return;
  const std::uint32_t* number = ids.number[worker].data();
  for (std::uint32_t& value : column) value = number[value];
}

/// One column of every chunk, in file order.
template <typename Value>
std::vector<Value> joined(const std::deque<std::unique_ptr<ParsedRows>>& chunks,
                          std::pmr::vector<Value> ParsedRows::*column) {
  std::size_t rows = 0;
  for (const auto& chunk : chunks) rows += ((*chunk).*column).size();
  std::vector<Value> values;
  reserve_on_huge_pages(values, rows);
  for (const auto& chunk : chunks) {
    values.insert(values.end(), ((*chunk).*column).begin(), ((*chunk).*column).end());
  }
  return values;
}

}  // namespace

ParsedRows& RowCollector::rows_of(std::size_t chunk, unsigned worker) {
  const std::lock_guard lock(mutex_);
  if (chunks_.size() <= chunk) chunks_.resize(chunk + 1);
  chunks_[chunk] = std::make_unique<ParsedRows>(memory_[worker].resource());
  chunks_[chunk]->worker = worker;
  return *chunks_[chunk];
}

void RowCollector::collect(const MergedIds& users, const MergedIds& items, unsigned threads,
                           Interactions& result) {
  begin_.assign(1, 0);
  for (const auto& rows : chunks_) begin_.push_back(begin_.back() + rows->user.size());
  parallel_for(chunks_.size(), 16, threads, [&](const Block& block) {
    for (std::size_t chunk = block.begin; chunk < block.end; ++chunk) {
      ParsedRows& rows = *chunks_[chunk];
      renumber(rows.user, users, rows.worker);
      renumber(rows.item, items, rows.worker);
    }
  });
  // A column at a time: nothing is written twice, and the columns go side by side.
  parallel_for(4, 1, threads, [&](const Block& column) {
    switch (column.index) {
      case 0: result.rating = joined(chunks_, &ParsedRows::rating); break;
      case 1: result.timestamp = joined(chunks_, &ParsedRows::timestamp); break;
      case 2: result.user = joined(chunks_, &ParsedRows::user); break;
      default: result.item = joined(chunks_, &ParsedRows::item); break;
    }
  });
}

std::size_t RowCollector::line_of(std::size_t row, const std::vector<std::size_t>& lines) const {
  const auto chunk = static_cast<std::size_t>(std::upper_bound(begin_.begin(), begin_.end(), row) -
                                              begin_.begin() - 1);
  const std::size_t before = std::accumulate(
      lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(chunk), std::size_t{0});
  return before + chunks_[chunk]->lines.line_of(row - begin_[chunk]) + 1;
}

}  // namespace honestrank

#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace honestrank {

/// Brings the rows of chunks, parsed in any order by several workers, into file order.
///
/// A chunk's rows are appended to the columns of the file by whichever worker finds their turn
/// come, and their memory is used for later chunks: hardly more memory is ever touched than the
/// columns themselves need. `Rows` has clear(), which keeps its memory.
template <typename Rows>
class ChunkSequence {
 public:
  /// Empty rows to parse a chunk into. Safe to call from several workers, as is give().
  std::unique_ptr<Rows> take() {
    const std::lock_guard lock(mutex_);
    if (unused_.empty()) return std::make_unique<Rows>();
    auto rows = std::move(unused_.back());
    unused_.pop_back();
    return rows;
  }

  /// Takes back the rows of chunk `chunk` and calls `append(rows)` for every chunk whose turn has
  /// come; never from two workers at once, and in file order.
  template <typename Append>
  void give(std::size_t chunk, std::unique_ptr<Rows> rows, const Append& append) {
    std::unique_lock lock(mutex_);
    waiting_.emplace(chunk, std::move(rows));
    if (appending_) return;  // that worker will come to it
    while (!waiting_.empty() && waiting_.begin()->first == next_) {
      std::unique_ptr<Rows> turn = std::move(waiting_.begin()->second);
      waiting_.erase(waiting_.begin());
      ++next_;
      appending_ = true;
      lock.unlock();
      append(*turn);
      turn->clear();
      lock.lock();
      appending_ = false;
      unused_.push_back(std::move(turn));
    }
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Rows>> unused_;
  std::map<std::size_t, std::unique_ptr<Rows>> waiting_;  ///< by chunk
  std::size_t next_ = 0;                                  ///< the chunk to append next
  bool appending_ = false;                                ///< a worker is at it
};

}  // namespace honestrank

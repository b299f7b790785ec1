#pragma once

#include <cstddef>
#include <functional>

namespace honestrank {

/// A run of consecutive indices, the unit of parallel work.
struct Block {
  std::size_t index = 0;  ///< which block, counted from 0
  std::size_t begin = 0;  ///< first index in it
  std::size_t end = 0;    ///< one past its last index
};

/// The number of threads that `threads` stands for: itself, or every hardware thread for 0.
unsigned thread_count(unsigned threads) noexcept;

/// Calls `body` once for each block of `block_size` consecutive indices of [0, count).
///
/// The blocks depend on `count` and `block_size` alone, never on `threads` (0: all hardware
/// threads), so a body that writes only to places owned by its block, combined afterwards in
/// block order, gives the same bits on any machine. Blocks start in index order. If bodies throw,
/// no new block is started and the exception of the lowest block is rethrown: the same one for
/// any number of threads.
///
/// Throws InputError if `block_size` is 0.
void parallel_for(std::size_t count, std::size_t block_size, unsigned threads,
                  const std::function<void(const Block&)>& body);

/// Runs `body(worker)` for worker = 0..threads-1 at the same time, worker 0 on the calling thread.
/// Rethrows the exception of the lowest worker that threw, after all have returned.
void run_workers(unsigned threads, const std::function<void(unsigned worker)>& body);

}  // namespace honestrank

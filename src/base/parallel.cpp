#include "honestrank/base/parallel.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <thread>
#include <vector>

#include "base/worker_pool.h"
#include "honestrank/base/error.h"

namespace honestrank {

unsigned thread_count(unsigned threads) noexcept {
  if (threads != 0) return threads;
  return std::max(1U, std::thread::hardware_concurrency());
}

void run_workers(unsigned threads, const std::function<void(unsigned)>& body) {
  std::vector<std::exception_ptr> failures(threads);
  const auto guarded = [&](unsigned worker) {
    try {
      body(worker);
    } catch (...) {
      failures[worker] = std::current_exception();
    }
  };
  if (threads == 1) {
    guarded(0);
  } else if (threads > 1 && !WorkerPool::run(threads, guarded)) {
    std::vector<std::jthread> others;
    others.reserve(threads);
    for (unsigned worker = 1; worker < threads; ++worker) others.emplace_back(guarded, worker);
    guarded(0);
  }
  for (const std::exception_ptr& failure : failures) {
    if (failure) std::rethrow_exception(failure);
  }
}

void parallel_for(std::size_t count, std::size_t block_size, unsigned threads,
                  const std::function<void(const Block&)>& body) {
  if (block_size == 0) throw InputError("parallel_for: expected a block size of at least 1; got 0");
  const std::size_t blocks = count / block_size + (count % block_size != 0 ? 1 : 0);
  const unsigned workers =
      static_cast<unsigned>(std::min<std::size_t>(thread_count(threads), blocks));

  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  // One slot per worker: blocks are handed out in order, so the lowest failing block has been
  // started by the time any other block has failed, and is always among these.
  struct Failure {
    std::size_t block = 0;
    std::exception_ptr exception;
  };
  std::vector<Failure> failures(workers);

  run_workers(workers, [&](unsigned worker) {
    while (!failed.load(std::memory_order_relaxed)) {
      const std::size_t index = next.fetch_add(1, std::memory_order_relaxed);
      if (index >= blocks) return;
      const std::size_t begin = index * block_size;
      try {
        body(Block{index, begin, std::min(count, begin + block_size)});
      } catch (...) {
        failures[worker] = {index, std::current_exception()};
        failed.store(true, std::memory_order_relaxed);
        return;
      }
    }
  });

  const Failure* first = nullptr;
  for (const Failure& failure : failures) {
    if (failure.exception && (first == nullptr || failure.block < first->block)) first = &failure;
  }
  if (first != nullptr) std::rethrow_exception(first->exception);
}

}  // namespace honestrank

#include "base/worker_pool.h"

#include <pthread.h>

#include <thread>

namespace honestrank {
namespace {

/// How often to look for news before going to sleep: about as long as waking up takes.
constexpr int kLooks = 2000;

constexpr unsigned kWorkerBits = 16;
constexpr std::uint64_t kMostWorkers = (std::uint64_t{1} << kWorkerBits) - 1;

void pause() noexcept {
#if defined(__x86_64__)
  __builtin_ia32_pause();
#else
  std::this_thread::yield();
#endif
}

template <typename Condition>
bool soon(const Condition& condition) {
  for (int look = 0; look < kLooks; ++look) {
    if (condition()) return true;
    pause();
  }
  return false;
}

/// Whether this thread is running a body of the pool.
thread_local bool inside = false;

std::atomic<WorkerPool*> the_pool{nullptr};

}  // namespace

WorkerPool& WorkerPool::instance() {
  WorkerPool* pool = the_pool.load(std::memory_order_acquire);
  if (pool != nullptr) return *pool;
  // A forked process has no threads but one: it starts anew.
  static const int registered =
      pthread_atfork(nullptr, nullptr, [] { the_pool.store(nullptr, std::memory_order_release); });
  static_cast<void>(registered);
  auto* made = new WorkerPool;  // lives as long as its threads: to the end of the process
  if (the_pool.compare_exchange_strong(pool, made, std::memory_order_acq_rel)) return *made;
  delete made;
  return *pool;
}

bool WorkerPool::run(unsigned workers, const std::function<void(unsigned)>& body) {
  if (inside || workers > kMostWorkers) return false;
  WorkerPool& pool = instance();
  if (pool.taken_.test_and_set(std::memory_order_acquire)) return false;
  // Given back also if a thread cannot be started.
  struct GiveBack {
    WorkerPool& pool;
    ~GiveBack() { pool.taken_.clear(std::memory_order_release); }
  } give_back{pool};
  pool.run_all(workers, body);
  return true;
}

void WorkerPool::run_all(unsigned workers, const std::function<void(unsigned)>& body) {
  for (; threads_ + 1 < workers; ++threads_) {
    // Jobs so far are none of its business.
    const std::uint64_t last = job_.load(std::memory_order_relaxed);
    std::thread([this, worker = threads_ + 1, last] { work(worker, last); }).detach();
  }
  {
    const std::lock_guard lock(mutex_);
    body_ = &body;
    unfinished_.store(workers - 1, std::memory_order_relaxed);
    const std::uint64_t count = job_.load(std::memory_order_relaxed) >> kWorkerBits;
    job_.store((count + 1) << kWorkerBits | workers, std::memory_order_release);
  }
  announced_.notify_all();
  inside = true;
  body(0);
  inside = false;
  wait_until_done();
}

void WorkerPool::work(unsigned worker, std::uint64_t last) {
  inside = true;
  for (;;) {
    wait_for_job(last);
    last = job_.load(std::memory_order_acquire);
    if (worker >= (last & kMostWorkers)) continue;
    (*body_)(worker);
    if (unfinished_.fetch_sub(1, std::memory_order_acq_rel) == 1) {
      const std::lock_guard lock(mutex_);
      finished_.notify_one();
    }
  }
}

void WorkerPool::wait_for_job(std::uint64_t last) {
  const auto announced = [&] { return job_.load(std::memory_order_acquire) != last; };
  if (soon(announced)) return;
  std::unique_lock lock(mutex_);
  announced_.wait(lock, announced);
}

void WorkerPool::wait_until_done() {
  const auto done = [&] { return unfinished_.load(std::memory_order_acquire) == 0; };
  if (soon(done)) return;
  std::unique_lock lock(mutex_);
  finished_.wait(lock, done);
}

}  // namespace honestrank

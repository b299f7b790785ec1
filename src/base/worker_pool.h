#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>

namespace honestrank {

/// Threads that stay alive between parallel loops: starting one takes longer than many loops do.
///
/// There is one pool in a process. It serves one caller at a time and grows to the most threads
/// ever asked for. Its threads never end: a process may exit at any time without waiting for them.
class WorkerPool {
 public:
  /// Runs body(0) on the calling thread and body(1) to body(workers - 1) on threads of the pool, at
  /// the same time. `body` must not throw. Does nothing and returns false if the pool is taken: by
  /// another thread, or by the loop that the calling thread is a part of.
  static bool run(unsigned workers, const std::function<void(unsigned worker)>& body);

 private:
  WorkerPool() = default;
  static WorkerPool& instance();

  void run_all(unsigned workers, const std::function<void(unsigned worker)>& body);
  void work(unsigned worker, std::uint64_t last);  ///< `last`: job not to wait for
  void wait_for_job(std::uint64_t last);
  void wait_until_done();

  std::atomic_flag taken_;
  unsigned threads_ = 0;  ///< started so far
  /// Set before a job is announced, read by those who take part.
  const std::function<void(unsigned worker)>* body_ = nullptr;

  /// A count of the jobs, and in the last 16 bits how many workers the last one has: a thread that
  /// takes no part may look at any time.
  std::atomic<std::uint64_t> job_{0};
  std::atomic<unsigned> unfinished_{0};  ///< threads that have not reported the end of the job
  std::mutex mutex_;
  std::condition_variable announced_;
  std::condition_variable finished_;
};

}  // namespace honestrank

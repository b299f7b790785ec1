#include "honestrank/base/parallel.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "honestrank/base/error.h"

namespace honestrank {
namespace {

TEST(ParallelFor, VisitsEveryIndexOnceInFixedBlocks) {
  for (const unsigned threads : {1U, 2U, 7U}) {
    std::vector<int> visits(1003);
    std::vector<std::size_t> begins(11);
    parallel_for(visits.size(), 100, threads, [&](const Block& block) {
      begins[block.index] = block.begin;
      for (std::size_t i = block.begin; i < block.end; ++i) ++visits[i];
    });
    for (const int count : visits) EXPECT_EQ(count, 1);
    for (std::size_t b = 0; b < begins.size(); ++b) EXPECT_EQ(begins[b], 100 * b);
  }
}

TEST(ParallelFor, BlockSumsCombinedInOrderHaveTheSameBitsForAnyThreadCount) {
  const auto sum_with = [](unsigned threads) {
    std::vector<double> partial(100);
    parallel_for(10000, 100, threads, [&](const Block& block) {
      for (std::size_t i = block.begin; i < block.end; ++i) {
        partial[block.index] += std::sin(static_cast<double>(i));
      }
    });
    double total = 0;
    for (const double value : partial) total += value;
    return total;
  };
  EXPECT_EQ(sum_with(1), sum_with(2));
  EXPECT_EQ(sum_with(1), sum_with(7));
}

TEST(ParallelFor, RethrowsTheLowestFailingBlockForAnyThreadCount) {
  for (const unsigned threads : {1U, 2U, 7U}) {
    for (int repeat = 0; repeat < 50; ++repeat) {
      try {
        parallel_for(1000, 10, threads, [](const Block& block) {
          if (block.index >= 20) throw std::runtime_error(std::to_string(block.index));
        });
        FAIL() << "nothing was thrown";
      } catch (const std::runtime_error& error) {
        EXPECT_STREQ(error.what(), "20");
      }
    }
  }
}

TEST(ParallelFor, DoesNothingForNothing) {
  parallel_for(0, 10, 2, [](const Block&) { FAIL(); });
  EXPECT_THROW(parallel_for(1, 0, 2, [](const Block&) {}), InputError);
}

TEST(RunWorkers, RunsEachWorkerOnceAndPassesExceptionsOn) {
  std::atomic<int> sum{0};
  run_workers(5, [&](unsigned worker) { sum += static_cast<int>(worker); });
  EXPECT_EQ(sum, 10);
  EXPECT_THROW(run_workers(3,
                           [](unsigned worker) {
                             if (worker == 2) throw InputError("two");
                           }),
               InputError);
}

TEST(RunWorkers, RunsAllWorkersAtTheSameTime) {
  // Each waits for all others: with fewer threads than workers this would never end. More threads,
  // fewer, and more again.
  for (const unsigned workers : {2U, 7U, 3U, 9U, 1U, 2U}) {
    std::atomic<unsigned> arrived{0};
    run_workers(workers, [&](unsigned) {
      ++arrived;
      while (arrived.load() < workers) std::this_thread::yield();
    });
    EXPECT_EQ(arrived, workers);
  }
}

TEST(RunWorkers, MayBeCalledFromWorkersAndFromSeveralThreads) {
  std::atomic<int> count{0};
  std::vector<std::jthread> callers;
  for (int caller = 0; caller < 3; ++caller) {
    callers.emplace_back([&] {
      for (int round = 0; round < 50; ++round) {
        run_workers(3, [&](unsigned) { run_workers(2, [&](unsigned) { ++count; }); });
      }
    });
  }
  callers.clear();
  EXPECT_EQ(count, 3 * 50 * 3 * 2);
}

TEST(RunWorkers, WorksAfterSleepAndInManyShortLoops) {
  std::uint64_t sum = 0;
  for (int round = 0; round < 2000; ++round) {
    std::atomic<std::uint64_t> own{0};
    run_workers(2, [&](unsigned worker) { own += worker + 1; });
    sum += own;
    if (round % 500 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  EXPECT_EQ(sum, 6000U);
}

#if !defined(__SANITIZE_THREAD__)  // which does not allow new threads after a fork
TEST(RunWorkers, WorksInAForkedProcess) {
  run_workers(3, [](unsigned) {});
  const pid_t child = fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    std::atomic<int> sum{0};
    run_workers(3, [&](unsigned worker) { sum += static_cast<int>(worker); });
    _exit(sum == 3 ? 0 : 1);
  }
  int status = -1;
  ASSERT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}
#endif

}  // namespace
}  // namespace honestrank

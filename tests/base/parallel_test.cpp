#include "honestrank/base/parallel.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <stdexcept>
#include <string>
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

}  // namespace
}  // namespace honestrank

#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

namespace benchmarks {

/// The least seconds of `task`, which is repeated for two seconds, or run once. timing.py has the
/// same.
template <typename Task>
double least_seconds(const Task& task, bool once = false) {
  constexpr double kEnough = 2.0;
  constexpr int kMostRuns = 100;
  double least = std::numeric_limits<double>::infinity();
  double total = 0;
  for (int run = 0; run < kMostRuns && total < kEnough && (run == 0 || !once); ++run) {
    const auto start = std::chrono::steady_clock::now();
    task();
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
    least = std::min(least, seconds.count());
    total += seconds.count();
  }
  return least;
}

}  // namespace benchmarks

#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace honestrank {

/// How far a long-running call has come.
struct Progress {
  std::string_view task;    ///< what is being done, as in "reading ratings.csv"
  std::uint64_t done = 0;   ///< in units of the task: bytes, users, sweeps
  std::uint64_t total = 0;  ///< 0 where it is not known in advance
};

/// Called now and then by long-running functions, never by two threads at once.
///
/// An exception thrown from it stops the work and leaves the function that was called: this is
/// how a caller cancels. The library itself never prints.
using ProgressCallback = std::function<void(const Progress&)>;

}  // namespace honestrank

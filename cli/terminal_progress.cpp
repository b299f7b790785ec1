#include "terminal_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <string>

namespace honestrank::cli {
namespace {

class ProgressLine {
 public:
  ~ProgressLine() {
    if (shown_) fmt::print(stderr, "\r\033[K");
  }

  void show(const Progress& progress) {
    const auto now = std::chrono::steady_clock::now();
    if (shown_ && now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    shown_ = true;
    std::string task(progress.task.substr(0, 60));
    if (progress.total != 0) {
      const auto percent =
          100.0 * static_cast<double>(progress.done) / static_cast<double>(progress.total);
      fmt::print(stderr, "\r\033[K{} {:3.0f} %", task, percent);
    } else {
      fmt::print(stderr, "\r\033[K{} {:.1f} MB", task, static_cast<double>(progress.done) / 1e6);
    }
    std::fflush(stderr);
  }

 private:
  std::chrono::steady_clock::time_point last_;
  bool shown_ = false;
};

}  // namespace

ProgressCallback terminal_progress(bool quiet) {
  if (quiet || ::isatty(STDERR_FILENO) == 0) return {};
  return
      [line = std::make_shared<ProgressLine>()](const Progress& progress) { line->show(progress); };
}

}  // namespace honestrank::cli

#include "terminal_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <string>

namespace honestrank::cli {

class ProgressLine {
 public:
  void clear() {
    if (shown_) fmt::print(stderr, "\r\033[K");
    std::fflush(stderr);
    shown_ = false;
  }

  void show(const Progress& progress) {
    const auto now = std::chrono::steady_clock::now();
    const bool begins = progress.done == 0;
    if (shown_ && !begins && now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    shown_ = true;
    std::string task(progress.task.substr(0, 72));
    if (progress.total != 0) {
      const auto percent =
          100.0 * static_cast<double>(progress.done) / static_cast<double>(progress.total);
      fmt::print(stderr, "\r\033[K{} {:3.0f} %", task, percent);
    } else if (begins) {
      fmt::print(stderr, "\r\033[K{}", task);
    } else {
      fmt::print(stderr, "\r\033[K{} {:.1f} MB", task, static_cast<double>(progress.done) / 1e6);
    }
    std::fflush(stderr);
  }

 private:
  std::chrono::steady_clock::time_point last_;
  bool shown_ = false;
};

TerminalProgress::TerminalProgress(bool quiet) {
  if (!quiet && ::isatty(STDERR_FILENO) != 0) line_ = std::make_shared<ProgressLine>();
}

TerminalProgress::~TerminalProgress() { clear(); }

ProgressCallback TerminalProgress::callback() const {
  if (!line_) return {};
  return [line = line_](const Progress& progress) { line->show(progress); };
}

void TerminalProgress::clear() {
  if (line_) line_->clear();
}

}  // namespace honestrank::cli

#include "terminal_progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
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
    // Not by its text, which may have the loss of a model in it.
    if (begins || progress.total != total_ || progress.done < done_) {
      start_ = now;
      total_ = progress.total;
      done_at_start_ = progress.done;
    }
    done_ = progress.done;
    if (shown_ && !begins && now - last_ < std::chrono::milliseconds(100)) return;
    last_ = now;
    shown_ = true;
    std::string task(progress.task.substr(0, 58));
    if (progress.total != 0) {
      const auto percent =
          100.0 * static_cast<double>(progress.done) / static_cast<double>(progress.total);
      fmt::print(stderr, "\r\033[K{} {:3.0f} %{}", task, percent, time_left(progress, now));
    } else if (begins) {
      fmt::print(stderr, "\r\033[K{}", task);
    } else {
      fmt::print(stderr, "\r\033[K{} {:.1f} MB", task, static_cast<double>(progress.done) / 1e6);
    }
    std::fflush(stderr);
  }

 private:
  using Time = std::chrono::steady_clock::time_point;

  /// ", 3 min left" once a task has gone on for some seconds.
  std::string time_left(const Progress& progress, Time now) const {
    const std::chrono::duration<double> elapsed = now - start_;
    if (elapsed.count() < 3 || progress.done <= done_at_start_) return "";
    const double seconds = elapsed.count() * static_cast<double>(progress.total - progress.done) /
                           static_cast<double>(progress.done - done_at_start_);
    if (seconds < 100) return fmt::format(", {:.0f} s left", seconds);
    return fmt::format(", {:.0f} min left", seconds / 60);
  }

  Time last_;
  Time start_;  ///< of the task
  std::uint64_t total_ = 0;
  std::uint64_t done_ = 0;
  std::uint64_t done_at_start_ = 0;
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

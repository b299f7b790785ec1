#pragma once

#include <memory>

#include "honestrank/base/progress.h"

namespace honestrank::cli {

class ProgressLine;

/// A progress line on standard error, at most ten times a second; none where standard error is no
/// terminal or `quiet` is set.
class TerminalProgress {
 public:
  explicit TerminalProgress(bool quiet);
  /// Removes the line.
  ~TerminalProgress();
  TerminalProgress(const TerminalProgress&) = delete;
  TerminalProgress& operator=(const TerminalProgress&) = delete;

  /// Empty where there is no line.
  ProgressCallback callback() const;

  /// Removes the line; to be called before anything else is printed.
  void clear();

 private:
  std::shared_ptr<ProgressLine> line_;
};

}  // namespace honestrank::cli

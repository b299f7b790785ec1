#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "honestrank/data/output_file.h"
#include "honestrank/report/result_report.h"

namespace honestrank::cli {

/// The options that every verb with results has.
struct OutputOptions {
  std::string format;    ///< empty: from the ending of `out`, else table
  std::string out;       ///< empty: standard output
  std::string per_user;  ///< empty: none
  std::uint64_t seed = EvaluateOptions{}.seed;
  unsigned threads = 0;
  bool quiet = false;

  void add_to(CLI::App& command);
  ReportFormat report_format() const;
};

/// Where a report goes. Made before the work starts, so that a directory that does not exist is
/// found out at once; nothing is left behind if the work fails.
class ReportWriter {
 public:
  explicit ReportWriter(const OutputOptions& options);

  /// Adds the checksums of the inputs where the format shows them, writes and commits.
  void write(ResultReport report);

 private:
  ReportFormat format_;
  std::optional<OutputFile> file_;
};

}  // namespace honestrank::cli

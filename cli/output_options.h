#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "honestrank/data/output_file.h"
#include "honestrank/report/result_report.h"

namespace honestrank::cli {

/// The options that every verb with results has.
struct OutputOptions {
  std::string format;    ///< empty: from the ending of `out`, without one table
  std::string out;       ///< empty: standard output
  std::string per_user;  ///< empty: none
  std::string report;    ///< empty: none
  std::uint64_t seed = EvaluateOptions{}.seed;
  unsigned threads = 0;
  bool quiet = false;

  /// Adds the options; --per-user where the verb has values of users.
  void add_to(CLI::App& command, bool with_users = true);
  /// Throws UsageError for an `out` whose ending says no format.
  ReportFormat report_format() const;
};

/// Throws UsageError if `output` is one of the `inputs`, also by another name.
void require_no_input(const std::string& output, const std::vector<std::string>& inputs);

/// Puts the help option behind those added so far, and with it the group of options without a
/// group of their own.
void move_help_here(CLI::App& command);

/// Accepts whole numbers from `least` on that fit 64 bits; a sign is an error, not a wrap-around.
CLI::Validator whole_number_from(std::uint64_t least);

/// Accepts numbers above 0.
CLI::Validator number_above_zero();

/// Where an HTML report goes, if anywhere. Made before the work starts.
class ReportFile {
 public:
  /// Throws UsageError if `path` is one of the `inputs` or does not end in .html.
  ReportFile(const std::string& path, const std::vector<std::string>& inputs);

  bool wanted() const noexcept { return file_.has_value(); }
  void write(const ResultReport& report);
  void commit();

 private:
  std::optional<OutputFile> file_;
};

/// The option that names it.
void add_report_option(CLI::App& command, std::string& report);

/// Adds the checksums of input files; what came through a pipe has none.
void add_checksums(ResultReport& report);

/// Where results go. Made before the work starts, so that a directory that does not exist is found
/// out at once; nothing appears before all of it is written.
class ResultWriter {
 public:
  /// Throws UsageError if an output is one of the `inputs`, two outputs are one file, or the
  /// format cannot be told.
  ResultWriter(const OutputOptions& options, const std::vector<std::string>& inputs);

  bool wants_per_user() const noexcept { return per_user_.has_value(); }
  bool wants_report() const noexcept { return report_.wanted(); }

  /// Adds the checksums of the inputs where the format shows them, and writes everything.
  void write(ResultReport report, std::span<const PerUserValues> per_user);

  /// The same for reports that hold a ResultReport: `text` gives what is written in a format.
  void write(ResultReport& report, const std::function<std::string(ReportFormat)>& text);

  ReportFormat format() const noexcept { return format_; }

 private:
  void complete(ResultReport& report) const;
  void put(const std::string& text);

  ReportFormat format_ = ReportFormat::table;
  bool quiet_;
  std::optional<OutputFile> file_;
  std::optional<OutputFile> per_user_;
  ReportFile report_;
};

}  // namespace honestrank::cli

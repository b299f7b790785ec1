#include "output_options.h"

#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <cstdio>
#include <filesystem>
#include <limits>
#include <system_error>
#include <utility>

#include "commands.h"
#include "honestrank/data/checksum.h"
#include "honestrank/report/html_report.h"

namespace honestrank::cli {
namespace {

constexpr std::pair<const char*, ReportFormat> kFormats[] = {
    {"table", ReportFormat::table}, {"json", ReportFormat::json},
    {"csv", ReportFormat::csv},     {"markdown", ReportFormat::markdown},
    {"latex", ReportFormat::latex}, {"trec", ReportFormat::trec}};

bool is_same_file(const std::string& a, const std::string& b) {
  std::error_code ignored;
  return a == b || std::filesystem::equivalent(a, b, ignored);
}

}  // namespace

void require_no_input(const std::string& output, const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    if (!output.empty() && output != "-" && is_same_file(output, input)) {
      throw UsageError(fmt::format("'{}' is an input; results would replace it", output));
    }
  }
}

void OutputOptions::add_to(CLI::App& command, bool with_users) {
  std::vector<std::string> names;
  for (const auto& [name, value] : kFormats) names.emplace_back(name);
  command.add_option("--format", format, "table json csv markdown latex trec; default: by --out")
      ->check(one_of(names))
      ->type_name("NAME");
  command.add_option("--out", out, "write the result here, not to the screen")->type_name("FILE");
  if (with_users) {
    command.add_option("--per-user", per_user, "write each user's values (.csv, .tsv, trec)")
        ->type_name("FILE");
  }
  add_report_option(command, report);
  command.add_option("--seed", seed, "seed of everything random")
      ->capture_default_str()
      ->check(whole_number_from(0))
      ->type_name("N");
  command.add_option("--threads", threads, "threads to use, 0 for all")
      ->capture_default_str()
      ->check(CLI::Range(0U, 4096U).description(""))
      ->type_name("N");
  command.add_flag("--quiet", quiet, "no progress line, no warnings on standard error");
}

void add_report_option(CLI::App& command, std::string& report) {
  command.add_option("--report", report, "also write a page with tables and charts")
      ->type_name("FILE.html");
}

void add_checksums(ResultReport& report) {
  for (InputRecord& input : report.inputs) {
    if (std::filesystem::is_regular_file(input.path)) input.sha256 = sha256_of_file(input.path);
  }
}

ReportFile::ReportFile(const std::string& path, const std::vector<std::string>& inputs) {
  if (path.empty()) return;
  require_no_input(path, inputs);
  if (std::filesystem::path(path).extension() != ".html") {
    throw UsageError(fmt::format("--report {}: expected a name in .html", path));
  }
  file_.emplace(path);
}

void ReportFile::write(const ResultReport& report) {
  if (file_) file_->write(format_html(report));
}

void ReportFile::commit() {
  if (file_) file_->commit();
}

void move_help_here(CLI::App& command) {
  const std::string text = command.get_help_ptr()->get_description();  // goes with the old one
  command.set_help_flag("-h,--help", text);
}

CLI::Validator number_above_zero() {
  return CLI::Validator(
      [](const std::string& text) {
        double number = 0;
        const bool read = CLI::detail::lexical_cast(text, number);
        return read && number > 0 ? std::string()
                                  : fmt::format("expected a number above 0; got '{}'", text);
      },
      "");
}

CLI::Validator whole_number_from(std::uint64_t least) {
  const auto check = [least](const std::string& text) -> std::string {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = end == text.data() + text.size();
    if (error == std::errc() && whole && value >= least) return {};
    if (error == std::errc::result_out_of_range && whole) {
      return fmt::format("expected a whole number of at most {}; got '{}'",
                         std::numeric_limits<std::uint64_t>::max(), text);
    }
    return fmt::format("expected a whole number of at least {}; got '{}'", least, text);
  };
  return CLI::Validator(check, "");
}

ReportFormat OutputOptions::report_format() const {
  for (const auto& [name, value] : kFormats) {
    if (format == name) return value;
  }
  std::filesystem::path name = out;
  if (name.extension() == ".gz") name.replace_extension();
  const std::string ending = name.extension().string();
  if (ending.empty() || ending == ".txt") return ReportFormat::table;
  if (ending == ".json") return ReportFormat::json;
  if (ending == ".csv") return ReportFormat::csv;
  if (ending == ".md") return ReportFormat::markdown;
  if (ending == ".tex") return ReportFormat::latex;
  throw UsageError(
      fmt::format("--out {}: expected a name in .json, .csv, .md, .tex or .txt, or --format NAME; "
                  "got '{}'",
                  out, ending));
}

ResultWriter::ResultWriter(const OutputOptions& options, const std::vector<std::string>& inputs)
    : quiet_(options.quiet), report_(options.report, inputs) {
  require_no_input(options.out, inputs);
  require_no_input(options.per_user, inputs);
  if (!options.out.empty() && is_same_file(options.out, options.per_user)) {
    throw UsageError("--out and --per-user name the same file");
  }
  for (const std::string& other : {options.out, options.per_user}) {
    if (!other.empty() && is_same_file(options.report, other)) {
      throw UsageError("--report and another option name the same file");
    }
  }
  const std::string ending = std::filesystem::path(options.per_user).extension().string();
  if (ending == ".json" || ending == ".md" || ending == ".tex" || ending == ".npy") {
    throw UsageError(fmt::format(
        "--per-user {}: expected a name in .csv, .tsv or .txt, plain or .gz", options.per_user));
  }
  if (options.per_user == "-") throw UsageError("--per-user needs the name of a file");
  format_ = options.report_format();
  if (!options.out.empty() && options.out != "-") file_.emplace(options.out);
  if (!options.per_user.empty()) per_user_.emplace(options.per_user);
}

void ResultWriter::complete(ResultReport& report) const {
  if (format_ == ReportFormat::json || report_.wanted()) add_checksums(report);
  // They must not get lost: a file is not on the screen, and these formats have no place for them.
  const bool unseen = file_ || format_ == ReportFormat::csv || format_ == ReportFormat::trec;
  for (std::size_t i = 0; unseen && !quiet_ && i < report.warnings.size(); ++i) {
    fmt::print(stderr, "warning: {}\n", report.warnings[i]);
  }
}

void ResultWriter::put(const std::string& text) {
  if (file_) {
    file_->write(text);
  } else if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size()) {
    throw std::system_error(errno, std::generic_category(), "standard output");
  }
}

void ResultWriter::write(ResultReport report, std::span<const PerUserValues> per_user) {
  complete(report);
  if (per_user_) write_per_user(*per_user_, per_user, format_);
  report_.write(report);
  put(format_report(report, format_));
  if (per_user_) per_user_->commit();
  if (file_) file_->commit();
  report_.commit();
}

void ResultWriter::write(ResultReport& report,
                         const std::function<std::string(ReportFormat)>& text) {
  complete(report);
  report_.write(report);
  put(text(format_));
  if (file_) file_->commit();
  report_.commit();
}

}  // namespace honestrank::cli

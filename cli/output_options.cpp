#include "output_options.h"

#include <cstdio>
#include <filesystem>
#include <map>

#include "honestrank/data/checksum.h"

namespace honestrank::cli {
namespace {

const std::map<std::string, ReportFormat>& formats() {
  static const std::map<std::string, ReportFormat> names = {
      {"table", ReportFormat::table}, {"json", ReportFormat::json},
      {"csv", ReportFormat::csv},     {"markdown", ReportFormat::markdown},
      {"latex", ReportFormat::latex}, {"trec", ReportFormat::trec}};
  return names;
}

}  // namespace

void OutputOptions::add_to(CLI::App& command) {
  std::vector<std::string> names;
  for (const auto& [name, value] : formats()) names.push_back(name);
  command.add_option("--format", format, "of the result; default: table, or by --out")
      ->check(CLI::IsMember(names))
      ->type_name("NAME");
  command.add_option("--out", out, "write the result here, not to the screen")->type_name("FILE");
  command.add_option("--per-user", per_user, "write each user's values (.csv or .tsv)")
      ->type_name("FILE");
  command.add_option("--seed", seed, "seed of everything random")
      ->capture_default_str()
      ->type_name("N");
  command.add_option("--threads", threads, "threads to use, 0 for all")
      ->capture_default_str()
      ->check(CLI::Range(0U, 4096U).description(""))
      ->type_name("N");
  command.add_flag("--quiet", quiet, "no progress line");
}

ReportFormat OutputOptions::report_format() const {
  if (!format.empty()) return formats().at(format);
  const std::string ending = std::filesystem::path(out).extension().string();
  if (ending == ".json") return ReportFormat::json;
  if (ending == ".csv") return ReportFormat::csv;
  if (ending == ".md") return ReportFormat::markdown;
  if (ending == ".tex") return ReportFormat::latex;
  return ReportFormat::table;
}

ReportWriter::ReportWriter(const OutputOptions& options) : format_(options.report_format()) {
  if (!options.out.empty()) file_.emplace(options.out);
}

void ReportWriter::write(ResultReport report) {
  if (format_ == ReportFormat::json) {
    for (InputRecord& input : report.inputs) {
      if (input.path != "-") input.sha256 = sha256_of_file(input.path);
    }
  }
  const std::string text = format_report(report, format_);
  if (!file_) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    return;
  }
  file_->write(text);
  file_->commit();
}

}  // namespace honestrank::cli

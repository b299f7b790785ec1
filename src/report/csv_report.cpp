#include <fmt/format.h>

#include <cmath>

#include "report/report_formats.h"
#include "report/row_texts.h"

namespace honestrank {

std::string exact_number(double value) { return std::isnan(value) ? "" : fmt::format("{}", value); }

std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) return std::string(text);
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + '"';
}

std::string csv_text(const ResultReport& report) {
  std::string text = csv_names(ResultRow{}) + '\n';
  for (const ResultRow& row : report.rows) text += csv_line(row) + '\n';
  return text;
}

std::string trec_line(std::string_view metric, std::string_view query, std::string_view value) {
  return fmt::format("{:<22}\t{}\t{}\n", metric, query, value);
}

std::string trec_text(const ResultReport& report) {
  std::string text;
  const ResultRow* before = nullptr;
  for (const ResultRow& row : report.rows) {
    // trec_eval opens each run with its name.
    if (before == nullptr || before->model != row.model) {
      text += trec_line("runid", "all", row.model);
    }
    before = &row;
    if (std::isnan(row.value)) continue;  // trec_eval has no word for undefined
    const bool exact = row.estimator == "exact";
    const std::string name = exact ? row.metric : row.metric + "[" + row.estimator + "]";
    text += trec_line(name, "all", fmt::format("{:6.4f}", row.value));
  }
  return text;
}

}  // namespace honestrank

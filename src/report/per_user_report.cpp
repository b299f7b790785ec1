#include <fmt/format.h>

#include <cmath>

#include "honestrank/base/error.h"
#include "honestrank/data/output_file.h"
#include "report/report_formats.h"

namespace honestrank {
namespace {

std::string tab_field(std::string_view text) {
  if (text.find_first_of("\t\r\n") == std::string_view::npos) return std::string(text);
  throw InputError(
      "write_per_user: expected names without tabs and line ends; write a .csv instead");
}

constexpr std::size_t kWriteAt = std::size_t{1} << 20;

/// The lines of trec_eval -q: all metrics of a query, then the next query.
void write_trec(OutputFile& file, std::span<const PerUserValues> models) {
  std::string text;
  for (const PerUserValues& values : models) {
    if (models.size() > 1) text += trec_line("runid", "all", tab_field(values.model));
    for (std::size_t entry = 0; entry < values.ranks->size(); ++entry) {
      const std::string user = tab_field((*values.users)[values.ranks->user[entry]]);
      for (const MetricResult& result : values.evaluation->results) {
        const double value = result.per_user[entry];
        if (std::isnan(value)) continue;  // trec_eval has no word for undefined
        text += trec_line(result.metric.name, user, fmt::format("{:6.4f}", value));
      }
      if (text.size() < kWriteAt) continue;
      file.write(text);
      text.clear();
    }
  }
  file.write(text);
}

}  // namespace

void write_per_user(OutputFile& file, std::span<const PerUserValues> models, ReportFormat format) {
  std::filesystem::path plain = file.path();
  if (plain.extension() == ".gz") plain.replace_extension();
  const bool csv = plain.extension() == ".csv";
  if (format == ReportFormat::trec && !csv) return write_trec(file, models);
  const auto field = [&](std::string_view text) { return csv ? csv_field(text) : tab_field(text); };
  const char separator = csv ? ',' : '\t';

  std::string text;
  if (!models.empty()) {
    text = std::string("model") + separator + "user";
    for (const MetricResult& result : models.front().evaluation->results) {
      text += separator + field(result.metric.name);
    }
    text += '\n';
  }
  for (const PerUserValues& values : models) {
    const std::string model = field(values.model);
    for (std::size_t entry = 0; entry < values.ranks->size(); ++entry) {
      text += model + separator + field((*values.users)[values.ranks->user[entry]]);
      for (const MetricResult& result : values.evaluation->results) {
        text += separator + exact_number(result.per_user[entry]);
      }
      text += '\n';
      if (text.size() < kWriteAt) continue;
      file.write(text);
      text.clear();
    }
  }
  file.write(text);
}

}  // namespace honestrank

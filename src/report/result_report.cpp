#include "honestrank/report/result_report.h"

#include "report/report_formats.h"

namespace honestrank {

std::string format_report(const ResultReport& report, ReportFormat format) {
  switch (format) {
    case ReportFormat::table: return table_text(report);
    case ReportFormat::json: return json_text(report);
    case ReportFormat::csv: return csv_text(report);
    case ReportFormat::markdown: return markdown_text(report);
    case ReportFormat::latex: return latex_text(report);
    case ReportFormat::trec: return trec_text(report);
  }
  return {};
}

}  // namespace honestrank

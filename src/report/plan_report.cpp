#include "honestrank/report/plan_report.h"

#include <fmt/format.h>

#include <cmath>

#include "honestrank/base/error.h"
#include "report/json_values.h"
#include "report/markup.h"
#include "report/page_table.h"
#include "report/row_texts.h"
#include "report/text_table.h"

namespace honestrank {
namespace {

std::string seconds_text(double seconds) {
  return seconds < 0.001 ? fmt::format("{:.2g}", seconds) : fmt::format("{:.3f}", seconds);
}

TextTable plan_table(const PlanReport& report) {
  TextTable table;
  table.columns = {{"metric", true}, {"estimator", true}, {"samples", false},
                   {"users", false}, {"bias", false},     {"std.err.", false}};
  table.columns.push_back({report.order ? "right order" : "error", false});
  table.columns.push_back({"seconds", false});
  for (const MetricPlan& plan : report.plans) {
    for (const PlannedWay& way : plan.ways) {
      auto& cells = table.rows.emplace_back();
      cells.push_back(plan.metric.name);
      cells.push_back(way.estimator);
      cells.push_back(way.samples == 0 ? "all"
                                       : fmt::format("{}{}", way.reached ? "" : "> ", way.samples));
      cells.push_back(std::to_string(way.users));
      cells.push_back(fmt::format("{:+.4f}", way.bias));
      cells.push_back(rounded(way.standard_error));
      cells.push_back(report.order ? fmt::format("{:.1f} %", 100 * way.right_probability)
                                   : rounded(way.error));
      cells.push_back(seconds_text(way.seconds));
    }
  }
  return table;
}

std::string plan_json(const PlanReport& report) {
  Json json = report_json(report.report);
  json["plans"] = Json::array();
  for (const MetricPlan& plan : report.plans) {
    Json own;
    own["metric"] = plan.metric.name;
    own["value"] = json_number(plan.value);
    own["rank_everything"] = plan.rank_everything;
    if (report.order) own["p_value"] = json_number(plan.p_value);
    own["ways"] = Json::array();
    for (const PlannedWay& way : plan.ways) own["ways"].push_back(row_json(way));
    json["plans"].push_back(std::move(own));
  }
  return dumped(json);
}

std::string plan_csv(const PlanReport& report) {
  std::string text = "metric," + csv_names(PlannedWay{}) + '\n';
  for (const MetricPlan& plan : report.plans) {
    for (const PlannedWay& way : plan.ways) {
      text += csv_field(plan.metric.name) + ',' + csv_line(way) + '\n';
    }
  }
  return text;
}

std::string plan_latex(const PlanReport& report) {
  const TextTable table = plan_table(report);
  std::string text = "% needs \\usepackage{booktabs}\n";
  for (const std::string& note : report.report.notes) text += "% " + note + '\n';
  text += "\\begin{tabular}{";
  for (const auto& column : table.columns) text += column.is_text ? 'l' : 'r';
  text += "}\n\\toprule\n";
  const auto add_line = [&](auto cell) {
    for (std::size_t c = 0; c < table.columns.size(); ++c) {
      text += (c == 0 ? "" : " & ") + latex_escaped(cell(c));
    }
    text += " \\\\\n";
  };
  add_line([&](std::size_t c) { return table.columns[c].title; });
  text += "\\midrule\n";
  for (const auto& row : table.rows) add_line([&](std::size_t c) { return row[c]; });
  return text + "\\bottomrule\n\\end{tabular}\n";
}

}  // namespace

ExtraTable plan_ways(const PlanReport& report) {
  return page_table("Ways", "The cheapest first; > where no number of samples that was tried does.",
                    plan_table(report));
}

std::string format_plan(const PlanReport& report, ReportFormat format) {
  switch (format) {
    case ReportFormat::table: return aligned_text(plan_table(report)) + remarks_text(report.report);
    case ReportFormat::markdown:
      return markdown_table(plan_table(report)) + markdown_remarks(report.report);
    case ReportFormat::json: return plan_json(report);
    case ReportFormat::csv: return plan_csv(report);
    case ReportFormat::latex: return plan_latex(report);
    case ReportFormat::trec: break;
  }
  throw InputError("format_plan: expected a format that has a place for plans; got trec");
}

}  // namespace honestrank

#pragma once

#include <string>
#include <vector>

#include "honestrank/comparison/plan.h"
#include "honestrank/report/result_report.h"

namespace honestrank {

/// What `plan` prints.
struct PlanReport {
  ResultReport report;            ///< without rows
  std::vector<MetricPlan> plans;  ///< of plan_error, or of plan_order
  bool order = false;             ///< of plan_order
};

/// The report as text that ends with a line end; JSON has `plans`. Throws InputError for `trec`.
std::string format_plan(const PlanReport& report, ReportFormat format);

}  // namespace honestrank

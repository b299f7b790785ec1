#pragma once

#include <cstdint>
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

/// What was asked, in the words of the one who asked.
struct PlanQuestion {
  std::vector<std::string> models;  ///< of the pilots
  double aim = 0;                   ///< the wanted error, or probability of the right order
  std::uint64_t pilot_users = 0;
  bool from_samples = false;  ///< the pilots are those of pilot_from_samples
  std::string cost_origin;    ///< where the costs come from, a clause after a comma; may be empty
};

/// Says in the report what is to be done, what was asked and what limits trust in the answer.
void add_plan_notes(const PlanQuestion& question, const PlanOptions& options, PlanReport& report);

/// The ways as a table of a page.
ExtraTable plan_ways(const PlanReport& report);

/// The report as text that ends with a line end; JSON has `plans`. Throws InputError for `trec`.
std::string format_plan(const PlanReport& report, ReportFormat format);

}  // namespace honestrank

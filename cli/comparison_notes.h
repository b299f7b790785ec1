#pragma once

#include "honestrank/comparison/compare.h"
#include "honestrank/report/comparison_report.h"

namespace honestrank::cli {

/// Says in the report how its tables are to be read, and what limits trust in them.
void add_comparison_notes(const CompareOptions& options, ComparisonReport& report);

}  // namespace honestrank::cli

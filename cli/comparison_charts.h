#pragma once

#include "honestrank/report/comparison_report.h"

namespace honestrank::cli {

/// Fills what the HTML page shows of a comparison: differences of models over all users, groups of
/// users as tables, expected sampled metrics over the number of samples with the orders that flip.
void add_comparison_charts(ComparisonReport& report);

}  // namespace honestrank::cli

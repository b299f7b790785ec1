#pragma once

#include "honestrank/report/comparison_report.h"

namespace honestrank::cli {

/// Where values came from files, makes rows of results of the means over all users.
void add_mean_rows(ComparisonReport& report);

/// Fills what the HTML page shows of a comparison: differences of models over all users, the tables
/// of the terminal, expected sampled metrics over the number of samples with the orders that flip.
void add_comparison_charts(ComparisonReport& report);

}  // namespace honestrank::cli

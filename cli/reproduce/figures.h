#pragma once

#include <vector>

#include "honestrank/report/result_report.h"
#include "reproduce/table.h"

namespace honestrank::cli {

/// Adds the charts of a figure: its last label is the horizontal axis, the one before names lines,
/// and where there is another one before, each of its values has a chart of its own.
void add_figure(const ReproducedTable& figure, ResultReport& report);

/// Adds a table, our numbers beside the published ones.
void add_table(const ReproducedTable& table, ResultReport& report);

}  // namespace honestrank::cli

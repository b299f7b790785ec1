#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "honestrank/report/chart.h"
#include "honestrank/report/result_report.h"

namespace honestrank {

/// The figure of a chart: heading, canvas, table of its data, and what the script is to draw.
/// `number` tells figures of a page apart.
std::string chart_html(const Chart& chart, std::size_t number);

/// A chart for every metric of the rows: models below each other, estimators beside each other,
/// with intervals and tie bounds. Empty where one model has one value.
std::vector<Chart> metric_charts(const std::vector<ResultRow>& rows);

}  // namespace honestrank

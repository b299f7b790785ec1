#pragma once

#include <string>

#include "honestrank/report/result_report.h"

namespace honestrank {

/// The report as one HTML page that needs no other file and no network: conclusions, warnings, the
/// table of results with intervals and differences, charts of every metric and those of
/// `report.charts`, definitions, and how to get the same numbers again. Text is escaped wherever it
/// stands; what is no UTF-8, and control characters, are replaced.
///
/// Without Chart.js at build time, charts are shown as tables. Throws InputError as validate(Chart)
/// does.
std::string format_html(const ResultReport& report);

}  // namespace honestrank

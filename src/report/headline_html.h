#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "honestrank/report/result_report.h"

namespace honestrank {

/// What the report says itself, or "3 models, 4 metrics, up to 6,040 users".
std::string lead_of(const ResultReport& report);

/// Models below each other, metrics beside each other, with intervals, tie bounds and differences
/// that are no chance; then every number of every row.
std::string headline_html(const ResultReport& report);

/// The table of `report.differences`.
std::string differences_html(const ResultReport& report);

/// Buttons that save a file: its name and what they say.
std::string download_buttons(std::initializer_list<std::pair<std::string, std::string_view>> files);

}  // namespace honestrank

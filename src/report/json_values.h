#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "honestrank/report/result_report.h"

namespace honestrank {

using Json = nlohmann::ordered_json;

/// null for NaN.
Json json_number(double value);

/// What every verb's JSON has.
Json report_json(const ResultReport& report);

/// The text of a result file.
std::string dumped(const Json& json);

}  // namespace honestrank

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "honestrank/report/result_report.h"
#include "honestrank/satisfaction/satisfaction.h"

namespace honestrank {

/// The rows of a model: satisfaction, success, its parts, and the shares of lists; with those of
/// the short head where there is one.
std::vector<ResultRow> satisfaction_rows(const std::string& model, const Satisfaction& result,
                                         bool head);

/// What `satisfaction` and `success` compute, as explain() tells of other metrics; empty for other
/// names.
std::string explain_satisfaction(std::string_view name);

/// As in "users look through the list: geometric, p = 0.9330; 0.1 % look beyond 100 items, ...".
std::string browsing_note(const BrowsingModel& browsing);

/// "gender has the same value in all rows, or none: ..." of columns that are passed over, and why.
std::string constant_note(const std::vector<std::string>& columns, const char* passed_over);

}  // namespace honestrank

#pragma once

#include <string>

#include "honestrank/report/result_report.h"

namespace honestrank {

std::string table_text(const ResultReport& report);
std::string json_text(const ResultReport& report);
std::string csv_text(const ResultReport& report);
std::string markdown_text(const ResultReport& report);
std::string latex_text(const ResultReport& report);
std::string trec_text(const ResultReport& report);

/// A line of trec_eval's output: metric, query (or `all`), value.
std::string trec_line(std::string_view metric, std::string_view query, std::string_view value);

/// A field of a csv file, quoted where it has to be.
std::string csv_field(std::string_view text);

/// Shortest text that reads back as the same number; empty for NaN.
std::string exact_number(double value);

}  // namespace honestrank

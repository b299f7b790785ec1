#pragma once

#include <cstdint>
#include <string>

#include "honestrank/report/result_report.h"
#include "honestrank/satisfaction/cold_start.h"

namespace honestrank::cli {

/// "gender and age are worth about 6.4 ratings (95 % of samples of users: 5.0 to 8.1)"; `most` are
/// the ratings at which the curve ends.
std::string worth_sentence(const std::string& what, bool several, const SampledNumber& ratings,
                           std::uint32_t most, const char* newcomers);

/// The curve, its lines, and what they are worth.
void add_study_rows(const ColdStartStudy& study, std::uint32_t most, ResultReport& report);

/// What is odd about the curve and its lines.
void add_study_warnings(const ColdStartStudy& study, ResultReport& report);

}  // namespace honestrank::cli

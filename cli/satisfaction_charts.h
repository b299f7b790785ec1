#pragma once

#include <cstdint>
#include <span>

#include "honestrank/report/result_report.h"
#include "honestrank/satisfaction/browsing_model.h"
#include "honestrank/satisfaction/cold_start.h"
#include "honestrank/satisfaction/sensitivity.h"

namespace honestrank::cli {

/// How far users look, and what a success at each rank counts; with what satisfaction is.
void add_browsing_charts(const BrowsingModel& browsing, ResultReport& report);

/// What knowing segments of users adds, by the size of the head that counts nothing.
void add_sensitivity_chart(const SensitivityCurve& curve, ResultReport& report);

/// Satisfaction by what is known of newcomers: curves of ratings and answers, lines of attributes.
/// `known` are the numbers of ratings.
void add_newcomer_chart(const ColdStartStudy& study, std::span<const std::uint32_t> known,
                        ResultReport& report);

}  // namespace honestrank::cli

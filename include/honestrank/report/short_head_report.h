#pragma once

#include "honestrank/report/result_report.h"
#include "honestrank/satisfaction/sensitivity.h"

namespace honestrank {

/// What was found about the head that fit_short_head chose: notes, numbers and warnings.
void report_short_head(const SensitivityCurve& curve, ResultReport& report);

}  // namespace honestrank

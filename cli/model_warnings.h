#pragma once

#include "evaluate_inputs.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/report/result_report.h"

namespace honestrank::cli {

/// Says in `report` what limits trust in an evaluation: ties, unranked items, users left out.
void add_model_warnings(const RankedModel& model, const Evaluation& evaluation,
                        ResultReport& report);

/// Throws InputError, with the reasons, if there is nobody to evaluate: a table without a single
/// number is no result.
void require_users(const RankedModel& model, const Evaluation& evaluation);

}  // namespace honestrank::cli

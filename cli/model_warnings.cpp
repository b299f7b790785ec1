#include "model_warnings.h"

#include "honestrank/report/evaluation_report.h"

namespace honestrank::cli {

void add_model_warnings(const RankedModel& model, const Evaluation& evaluation,
                        ResultReport& report) {
  auto& all = report.warnings;
  all.insert(all.end(), model.warnings.begin(), model.warnings.end());
  const auto own = evaluation_warnings(model.name, model.ranks.size(), evaluation);
  all.insert(all.end(), own.begin(), own.end());
}

void require_users(const RankedModel& model, const Evaluation& evaluation) {
  require_users(model.name, evaluation);
}

}  // namespace honestrank::cli

#include <fmt/format.h>

#include <utility>

#include "honestrank/report/result_report.h"

namespace honestrank {

ResultRow result_row(const std::string& model, const MetricResult& result,
                     std::vector<std::string> shared) {
  ResultRow row;
  row.model = model;
  row.metric = result.metric.name;
  row.value = result.value;
  row.standard_error = result.standard_error;
  row.low = result.low;
  row.high = result.high;
  row.optimistic = result.optimistic;
  row.pessimistic = result.pessimistic;
  row.users = result.users;
  row.users_skipped = result.users_skipped;
  row.diagnostics = std::move(shared);
  for (const SkippedUsers& skipped : result.skipped) {
    row.diagnostics.push_back(fmt::format("{} users skipped: {}", skipped.users, skipped.reason));
  }
  return row;
}

std::vector<ResultRow> result_rows(const std::string& model, const Evaluation& evaluation) {
  std::vector<std::string> shared;
  if (evaluation.users_with_ties != 0) {
    shared.push_back(
        fmt::format("{} users with ties that leave the order open", evaluation.users_with_ties));
  }
  if (evaluation.unranked != 0) {
    shared.push_back(fmt::format("{} relevant items of {} users not in the ranking",
                                 evaluation.unranked, evaluation.users_with_unranked));
  }
  std::vector<ResultRow> rows;
  for (const MetricResult& result : evaluation.results) {
    rows.push_back(result_row(model, result, shared));
  }
  return rows;
}

}  // namespace honestrank

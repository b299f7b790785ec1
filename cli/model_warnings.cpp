#include "model_warnings.h"

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "honestrank/base/error.h"

namespace honestrank::cli {
namespace {

/// "1 user", "2 users".
std::string users(std::uint64_t count) {
  return fmt::format("{} user{}", count, count == 1 ? "" : "s");
}

}  // namespace

void add_model_warnings(const RankedModel& model, const Evaluation& evaluation,
                        ResultReport& report) {
  const auto& add = [&](std::string text) { report.warnings.push_back(std::move(text)); };
  report.warnings.insert(report.warnings.end(), model.warnings.begin(), model.warnings.end());
  if (evaluation.users_with_ties != 0) {
    add(fmt::format("{}: {} of {} with relevant items tied with others", model.name,
                    evaluation.users_with_ties, users(model.ranks.size())));
  }
  if (evaluation.unranked != 0) {
    add(fmt::format("{}: relevant items not in the ranking: {}, of {}; counted as never found",
                    model.name, evaluation.unranked, users(evaluation.users_with_unranked)));
  }
  // One line a reason, with the metrics where it does not concern all of them.
  std::map<std::pair<std::string, std::uint64_t>, std::vector<std::string>> skipped_for;
  for (const MetricResult& result : evaluation.results) {
    for (const SkippedUsers& skipped : result.skipped) {
      skipped_for[{skipped.reason, skipped.users}].push_back(result.metric.name);
    }
  }
  for (const auto& [skipped, metrics] : skipped_for) {
    const bool all = metrics.size() == evaluation.results.size();
    add(fmt::format("{}: {}{} left out: {}", model.name,
                    all ? "" : fmt::format("{}: ", fmt::join(metrics, ", ")), users(skipped.second),
                    skipped.first));
  }
}

void require_users(const RankedModel& model, const Evaluation& evaluation) {
  for (const MetricResult& result : evaluation.results) {
    if (result.users != 0) return;
  }
  std::string reasons;
  for (const SkippedUsers& skipped : evaluation.results.front().skipped) {
    reasons += fmt::format("; {} left out: {}", skipped.users, skipped.reason);
  }
  throw InputError(fmt::format("evaluate: expected users that {} can be evaluated for; got none{}",
                               model.name, reasons));
}

}  // namespace honestrank::cli

#include "honestrank/report/evaluation_report.h"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <utility>

#include "honestrank/base/error.h"

namespace honestrank {
namespace {

/// "1 user", "2 users".
std::string users_text(std::uint64_t count) {
  return fmt::format("{} user{}", count, count == 1 ? "" : "s");
}

/// "1 query", "2 queries".
std::string queries_text(std::uint64_t count) {
  return fmt::format("{} {}", count, count == 1 ? "query" : "queries");
}

}  // namespace

std::vector<std::string> evaluation_warnings(const std::string& model, std::size_t users,
                                             const Evaluation& evaluation) {
  std::vector<std::string> warnings;
  if (evaluation.users_with_ties != 0) {
    warnings.push_back(fmt::format("{}: {} of {} with relevant items tied with others", model,
                                   evaluation.users_with_ties, users_text(users)));
  }
  if (evaluation.unranked != 0) {
    warnings.push_back(
        fmt::format("{}: relevant items not in the ranking: {}, of {}; counted as never found",
                    model, evaluation.unranked, users_text(evaluation.users_with_unranked)));
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
    warnings.push_back(fmt::format("{}: {}{} left out: {}", model,
                                   all ? "" : fmt::format("{}: ", fmt::join(metrics, ", ")),
                                   users_text(skipped.second), skipped.first));
  }
  return warnings;
}

std::vector<std::string> run_warnings(const std::string& model, const RunRanks& ranked,
                                      const RankRunOptions& options) {
  std::vector<std::string> warnings;
  if (ranked.queries_missing != 0) {
    warnings.push_back(fmt::format(
        "{}: {} judged but not in the run; {}", model, queries_text(ranked.queries_missing),
        options.queries == RunQueries::common ? "left out"
        : options.items == 0                  ? "counted with nothing found"
                                              : "its relevant items tie with the whole catalogue"));
  }
  if (ranked.queries_unjudged != 0) {
    warnings.push_back(fmt::format("{}: {} of the run without judgments; left out", model,
                                   queries_text(ranked.queries_unjudged)));
  }
  return warnings;
}

void require_users(const std::string& model, const Evaluation& evaluation) {
  for (const MetricResult& result : evaluation.results) {
    if (result.users != 0) return;
  }
  std::string reasons;
  if (!evaluation.results.empty()) {
    for (const SkippedUsers& skipped : evaluation.results.front().skipped) {
      reasons += fmt::format("; {} left out: {}", skipped.users, skipped.reason);
    }
  }
  throw InputError(fmt::format("evaluate: expected users that {} can be evaluated for; got none{}",
                               model, reasons));
}

}  // namespace honestrank

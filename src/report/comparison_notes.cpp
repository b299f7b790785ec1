#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "honestrank/report/comparison_report.h"
#include "report/comparison_tables.h"

namespace honestrank {
namespace {

bool is_asked(const CompareOptions& options, PairedTest test) {
  return std::find(options.tests.begin(), options.tests.end(), test) != options.tests.end();
}

}  // namespace

std::string correction_text(const ComparisonReport& report) {
  const Comparison& comparison = report.comparison;
  const std::uint64_t family = comparison.family;
  if (family == 0) return "no comparison has a p-value";
  if (family == 1) return "one comparison: nothing to correct for";
  if (comparison.correction == Correction::none) {
    return fmt::format("p is not corrected for the {} comparisons", family);
  }
  return fmt::format("adj. p is {} over {} comparisons", describe(comparison.correction), family);
}

namespace {

/// Whether every user differs by the same, and not by 0.
bool has_no_spread(const PairedDifference& difference) {
  return difference.users >= 2 && difference.mean != 0 && std::isnan(difference.effect_size);
}

/// Says how many comparisons rest on few users, or on differences without a spread.
void add_warnings(const ComparisonReport& report, std::vector<std::string>& warnings) {
  std::uint64_t few = 0;
  std::uint64_t alike = 0;
  for (const ModelComparison& row : report.comparison.comparisons) {
    if (row.difference.users == 0 && row.slice.empty()) {
      warnings.push_back(fmt::format("{} and {}: no user has a value of {} from both: not compared",
                                     row.model, row.against, row.metric));
    } else if (!row.diagnostics.empty()) {
      ++few;
    }
    if (row.test == PairedTest::t && has_no_spread(row.difference)) ++alike;
  }
  const std::size_t all = report.comparison.comparisons.size();
  if (few != 0) {
    warnings.push_back(fmt::format(
        "{} of {} comparisons rest on fewer than 30 users who differ: few for any test", few, all));
  }
  if (alike != 0) {
    warnings.push_back(fmt::format(
        "{} of {} comparisons have the same difference for every user: the t test takes it for "
        "certain (p 0, no d), however few they are; the sign test and randomisation do not",
        alike, all));
  }
}

}  // namespace

std::string estimated_values_note() {
  return "values of users are estimates from samples: tests are about what the estimators mean, "
         "bias included";
}

std::vector<std::string> missing_users_warnings(std::span<const ModelValues> values) {
  // Users with a value of one model at least, for each metric.
  std::map<std::pair<std::string, std::string>, std::vector<const ModelValues*>> metrics;
  for (const ModelValues& one : values) metrics[{one.metric, one.estimator}].push_back(&one);
  std::uint64_t most = 0;
  for (const auto& [name, models] : metrics) {
    std::uint64_t some = 0;
    for (std::size_t user = 0; user < models[0]->values.size(); ++user) {
      const auto missing = std::count_if(models.begin(), models.end(), [&](const ModelValues* one) {
        return std::isnan(one->values[user]);
      });
      if (missing != 0 && static_cast<std::size_t>(missing) != models.size()) ++some;
    }
    most = std::max(most, some);
  }
  if (most == 0) return {};
  return {fmt::format(
      "{} user{} a value of some models only: pairs are compared on the users that both have, the "
      "best on those that all have",
      most, most == 1 ? " has" : "s have")};
}

void add_comparison_notes(const CompareOptions& options, ComparisonReport& report) {
  auto& notes = report.report.notes;
  std::vector<std::string> tests;
  for (const PairedTest test : options.tests) tests.push_back(describe(test));
  notes.push_back(fmt::format("{}, two-sided; {}; * p < {}", fmt::join(tests, ", "),
                              correction_text(report), report.report.level));
  std::string interval = is_asked(options, PairedTest::bootstrap) && options.tests.size() == 1
                             ? "bootstrap (BCa)"
                             : "Student's t";
  notes.push_back(fmt::format(
      "intervals ({}) are not corrected; d is Cohen's, of users' differences; best: share of "
      "resampled sets of users in which the model's mean is the largest",
      interval));
  const auto& rows = report.comparison.comparisons;
  const auto repeated = std::find_if(rows.begin(), rows.end(),
                                     [](const ModelComparison& row) { return row.repeats != 0; });
  if (repeated != rows.end()) {
    notes.push_back(
        fmt::format("larger in: share of the {} samples in which the first of the pair "
                    "has the larger value",
                    repeated->repeats));
  }
  if (report.consistency) {
    notes.emplace_back(
        "m=...: probability that one sample of m items a user, drawn for each model on its own, "
        "orders the pair as all items do, and below that the model is the best; right from: fewest "
        "samples from which on the order is right in expectation, looked for between those asked "
        "for");
  }
  add_warnings(report, report.report.warnings);
}

}  // namespace honestrank

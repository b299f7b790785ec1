#include "comparison_notes.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

namespace honestrank::cli {
namespace {

bool is_asked(const CompareOptions& options, PairedTest test) {
  return std::find(options.tests.begin(), options.tests.end(), test) != options.tests.end();
}

std::string correction_text(const ComparisonReport& report) {
  const Comparison& comparison = report.comparison;
  const std::uint64_t family = comparison.family;
  if (family == 1) return "one comparison: nothing to correct for";
  if (comparison.correction == Correction::none) {
    return fmt::format("p is not corrected for the {} comparisons", family);
  }
  return fmt::format("adj. p is {} over {} comparisons", describe(comparison.correction), family);
}

/// Says how many comparisons rest on few users.
void add_warnings(const ComparisonReport& report, std::vector<std::string>& warnings) {
  std::uint64_t few = 0;
  for (const ModelComparison& row : report.comparison.comparisons) {
    if (!row.diagnostics.empty()) ++few;
  }
  if (few == 0) return;
  warnings.push_back(
      fmt::format("{} of {} comparisons rest on fewer than 30 users who differ: few for any test",
                  few, report.comparison.comparisons.size()));
}

}  // namespace

void add_comparison_notes(const CompareOptions& options, ComparisonReport& report) {
  auto& notes = report.report.notes;
  std::vector<std::string> tests;
  for (const PairedTest test : options.tests) tests.push_back(describe(test));
  notes.push_back(fmt::format("{}, two-sided; {}; * p < {}", fmt::join(tests, ", "),
                              correction_text(report), report.level));
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
        "orders the pair as all items do; right from: fewest samples from which on the order is "
        "right in expectation");
  }
  add_warnings(report, report.report.warnings);
}

}  // namespace honestrank::cli

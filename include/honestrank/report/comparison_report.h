#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "honestrank/comparison/compare.h"
#include "honestrank/comparison/consistency.h"
#include "honestrank/report/result_report.h"

namespace honestrank {

/// What `compare` prints.
struct ComparisonReport {
  ResultReport report;  ///< its rows are the models over all users, its level is for adjusted p
  Comparison comparison;

  /// How sampled metrics order the models; names of what it numbers.
  std::optional<Consistency> consistency;
  std::vector<std::string> models;
  std::vector<std::string> metrics;
  std::vector<std::string> estimators;
};

/// The report as text that ends with a line end.
///
/// `json` has `comparisons`, `means` and `consistency` beside `results`; `csv` has the comparisons;
/// `latex` is a table of models by metrics for a paper, the best value in bold, superscripts naming
/// the models that a value is significantly better than, with a caption that says so. Throws
/// InputError for `trec`, which has no place for pairs.
std::string format_comparison(const ComparisonReport& report, ReportFormat format);

/// The table of pairs for a page, `differences_table` of its report.
ExtraTable comparison_page_differences(const ComparisonReport& report);

/// The tables of models, and of the order of pairs by samples, as the terminal has them, for a
/// page.
std::vector<ExtraTable> comparison_page_tables(const ComparisonReport& report);

/// Says in the report how its tables are to be read, and what limits trust in them. `options` are
/// those that its comparison was made with.
void add_comparison_notes(const CompareOptions& options, ComparisonReport& report);

/// That values of users are estimates.
std::string estimated_values_note();

/// Says how many users some of the models have no value of, where there are any. All models have
/// values of the same number of users.
std::vector<std::string> missing_users_warnings(std::span<const ModelValues> values);

/// "Holm-corrected", "not corrected for many comparisons", for people.
std::string describe(Correction correction);
/// "paired t test".
std::string describe(PairedTest test);

}  // namespace honestrank

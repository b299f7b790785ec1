#include "report/comparison_tables.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace honestrank {
namespace {

std::string signed_text(double value) {
  return std::isnan(value) ? "-" : fmt::format("{:+.4f}", value);
}

std::string signed_interval(double low, double high) {
  return std::isnan(low) ? "-" : signed_text(low) + ".." + signed_text(high);
}

std::string p_text(double p) {
  if (std::isnan(p)) return "-";
  return p < 0.0001 ? "<0.0001" : fmt::format("{:.4f}", p);
}

std::string percent(double share) {
  return std::isnan(share) ? "-" : fmt::format("{:.0f} %", 100 * share);
}

/// "activity 1..20"; "all" for all users.
std::string group_text(const std::string& slice, const std::string& group) {
  return slice.empty() ? "all" : slice + " " + group;
}

/// The columns of a table with numbers for each number of samples; `what` a row is about.
TextTable table_by_samples(const ComparisonReport& report, const char* what) {
  TextTable table;
  table.columns = {{"metric", true}, {"estimator", true}, {what, true}, {"exact", false}};
  for (const std::uint64_t samples : report.consistency->samples) {
    table.columns.push_back({fmt::format("m={}", samples), false});
  }
  return table;
}

template <typename Rows, typename Test>
bool any_of_rows(const Rows& rows, Test test) {
  return std::any_of(rows.begin(), rows.end(), test);
}

}  // namespace

TextTable means_table(const ComparisonReport& report) {
  const auto& rows = report.comparison.means;
  const bool estimators =
      any_of_rows(rows, [](const GroupMean& row) { return row.estimator != "exact"; });
  const bool slices = any_of_rows(rows, [](const GroupMean& row) { return !row.slice.empty(); });
  const bool winners =
      any_of_rows(rows, [](const GroupMean& row) { return row.winner_probability.has_value(); });
  TextTable table;
  if (slices) table.columns.push_back({"users of", true});
  table.columns.push_back({"metric", true});
  if (estimators) table.columns.push_back({"estimator", true});
  table.columns.push_back({"model", true});
  for (const char* title : {"value", "std.err.", "95 % interval"}) {
    table.columns.push_back({title, false});
  }
  if (winners) table.columns.push_back({"best", false});
  table.columns.push_back({"users", false});
  for (const GroupMean& row : rows) {
    auto& cells = table.rows.emplace_back();
    if (slices) cells.push_back(group_text(row.slice, row.group));
    cells.push_back(row.metric);
    if (estimators) cells.push_back(row.estimator);
    cells.push_back(row.model);
    cells.push_back(rounded(row.value));
    cells.push_back(rounded(row.standard_error));
    cells.push_back(interval(row.low, row.high));
    if (winners) cells.push_back(row.winner_probability ? percent(*row.winner_probability) : "-");
    cells.push_back(std::to_string(row.users));
  }
  return table;
}

TextTable pairs_table(const ComparisonReport& report, bool wide) {
  const auto& rows = report.comparison.comparisons;
  const bool estimators =
      any_of_rows(rows, [](const ModelComparison& row) { return row.estimator != "exact"; });
  const bool slices =
      any_of_rows(rows, [](const ModelComparison& row) { return !row.slice.empty(); });
  const bool tests =
      any_of_rows(rows, [&](const ModelComparison& row) { return row.test != rows.front().test; });
  TextTable table;
  if (tests) table.columns.push_back({"test", true});
  if (slices) table.columns.push_back({"users of", true});
  table.columns.push_back({"metric", true});
  if (estimators) table.columns.push_back({"estimator", true});
  table.columns.push_back({"pair", true});
  for (const char* title : {"diff.", "95 % interval", "d"}) table.columns.push_back({title, false});
  const bool counts = wide || !slices;
  if (counts) table.columns.push_back({"win/tie/loss", false});
  table.columns.push_back(
      {report.comparison.correction == Correction::none ? "p" : "adj. p", false});
  table.columns.push_back({"", true});
  const bool repeats =
      any_of_rows(rows, [](const ModelComparison& row) { return row.repeats != 0; });
  if (repeats) table.columns.push_back({"larger in", false});
  if (wide) table.columns.push_back({"users", false});
  for (const ModelComparison& row : rows) {
    const PairedDifference& own = row.difference;
    auto& cells = table.rows.emplace_back();
    if (tests) cells.emplace_back(to_string(row.test));
    if (slices) cells.push_back(group_text(row.slice, row.group));
    cells.push_back(row.metric);
    if (estimators) cells.push_back(row.estimator);
    cells.push_back(row.model + " - " + row.against);
    cells.push_back(signed_text(own.mean));
    cells.push_back(signed_interval(own.low, own.high));
    cells.push_back(std::isnan(own.effect_size) ? "-" : fmt::format("{:+.2f}", own.effect_size));
    if (counts) cells.push_back(fmt::format("{}/{}/{}", own.wins, own.ties, own.losses));
    cells.push_back(p_text(row.adjusted_p_value));
    cells.push_back(row.adjusted_p_value < report.report.level ? "*" : "");
    if (repeats) cells.push_back(row.repeats == 0 ? "-" : percent(row.repeat_order));
    if (wide) cells.push_back(std::to_string(own.users));
  }
  return table;
}

TextTable consistency_table(const ComparisonReport& report) {
  TextTable table = table_by_samples(report, "pair");
  table.columns.push_back({"right from", false});
  for (const PairConsistency& pair : report.consistency->pairs) {
    auto& cells = table.rows.emplace_back();
    cells.push_back(report.metrics[pair.metric]);
    cells.push_back(report.estimators[pair.estimator]);
    cells.push_back(report.models[pair.first] + " - " + report.models[pair.second]);
    cells.push_back(signed_text(pair.exact_difference));
    for (const double probability : pair.right_probability) cells.push_back(percent(probability));
    cells.push_back(pair.right_from ? fmt::format("m={}", *pair.right_from) : "-");
  }
  return table;
}

TextTable winners_table(const ComparisonReport& report) {
  TextTable table = table_by_samples(report, "best model");
  for (const ConsistencyCurve& curve : report.consistency->curves) {
    auto& cells = table.rows.emplace_back();
    cells.push_back(report.metrics[curve.metric]);
    cells.push_back(report.estimators[curve.estimator]);
    cells.push_back(report.models[curve.model]);
    cells.push_back(rounded(curve.exact));
    for (const double probability : curve.winner_probability) cells.push_back(percent(probability));
  }
  return table;
}

}  // namespace honestrank

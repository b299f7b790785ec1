#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "report/comparison_tables.h"
#include "report/markup.h"

namespace honestrank {
namespace {

/// Keeps the order of first appearance.
void add_new(std::vector<std::string>& list, const std::string& text) {
  if (std::find(list.begin(), list.end(), text) == list.end()) list.push_back(text);
}

/// a, b, ..., z, aa, ab, ...
std::string letter(std::size_t number) {
  const std::string last(1, static_cast<char>('a' + number % 26));
  return number < 26 ? last : letter(number / 26 - 1) + last;
}

std::string column_name(const GroupMean& row) {
  return row.estimator == "exact" ? row.metric : row.metric + ", " + row.estimator;
}

/// Models by metrics, for the users of one group.
class LatexTable {
 public:
  LatexTable(const ComparisonReport& report, const std::string& slice, const std::string& group)
      : report_(report), slice_(slice), group_(group) {
    for (const GroupMean& row : report.comparison.means) {
      if (row.slice != slice || row.group != group) continue;
      add_new(models_, row.model);
      add_new(columns_, column_name(row));
      means_[{row.model, column_name(row)}] = &row;
      double& best = best_.try_emplace(column_name(row), row.value).first->second;
      best = std::max(best, row.value);
    }
    add_marks();
  }

  std::string text() const {
    std::string text = "\\begin{table}\n\\caption{" + caption() + "}\n\\begin{tabular}{ll";
    text += std::string(columns_.size(), 'l') + "}\n\\toprule\n & model";
    for (const std::string& column : columns_) text += " & " + latex_escaped(column);
    text += " \\\\\n\\midrule\n";
    for (std::size_t model = 0; model < models_.size(); ++model) {
      text += letter(model) + " & " + latex_escaped(models_[model]);
      for (const std::string& column : columns_) text += " & " + cell(models_[model], column);
      text += " \\\\\n";
    }
    return text + "\\bottomrule\n\\end{tabular}\n\\end{table}\n";
  }

 private:
  /// Marks are those of the first test.
  void add_marks() {
    const auto& rows = report_.comparison.comparisons;
    for (const ModelComparison& row : rows) {
      if (row.test != rows.front().test || row.slice != slice_ || row.group != group_) continue;
      if (!(row.adjusted_p_value < report_.report.level) || row.difference.mean == 0) continue;
      const bool better = row.difference.mean > 0;
      const std::string& winner = better ? row.model : row.against;
      const std::string& loser = better ? row.against : row.model;
      const std::string column =
          row.estimator == "exact" ? row.metric : row.metric + ", " + row.estimator;
      const auto place = std::find(models_.begin(), models_.end(), loser) - models_.begin();
      marks_[{winner, column}].push_back(static_cast<std::size_t>(place));
    }
  }

  std::string cell(const std::string& model, const std::string& column) const {
    const GroupMean& mean = *means_.at({model, column});
    if (std::isnan(mean.value)) return "--";
    std::string text = rounded(mean.value);
    if (mean.value == best_.at(column)) text = "\\textbf{" + text + "}";
    const auto marks = marks_.find({model, column});
    if (marks == marks_.end()) return text;
    std::vector<std::size_t> losers = marks->second;
    std::sort(losers.begin(), losers.end());
    std::vector<std::string> letters;
    for (const std::size_t each : losers) letters.push_back(letter(each));
    return text + fmt::format("$^{{\\mathrm{{{}}}}}$", fmt::join(letters, ","));
  }

  std::string caption() const {
    const auto& rows = report_.comparison.comparisons;
    std::uint64_t most = 0;
    for (const auto& [key, mean] : means_) most = std::max(most, mean->users);
    std::string who = fmt::format("Means over {} users", most);
    if (!slice_.empty()) who += " (" + latex_escaped(slice_ + " " + group_) + ")";
    return fmt::format(
        "{}; the best value is bold. A superscript names the models that a value is significantly "
        "better than ({}, two-sided; {}; $p < {}$).",
        who, describe(rows.front().test), latex_escaped(correction_text(report_)),
        report_.report.level);
  }

  const ComparisonReport& report_;
  std::string slice_;
  std::string group_;
  std::vector<std::string> models_;
  std::vector<std::string> columns_;
  std::map<std::pair<std::string, std::string>, const GroupMean*> means_;
  std::map<std::string, double> best_;
  std::map<std::pair<std::string, std::string>, std::vector<std::size_t>> marks_;
};

}  // namespace

std::string comparison_latex(const ComparisonReport& report) {
  std::string text = "% needs \\usepackage{booktabs}\n";
  for (const std::string& note : report.report.notes) text += "% " + note + '\n';
  for (const std::string& warning : report.report.warnings) text += "% warning: " + warning + '\n';
  std::vector<std::pair<std::string, std::string>> groups;
  for (const GroupMean& row : report.comparison.means) {
    const std::pair<std::string, std::string> group{row.slice, row.group};
    if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
  }
  if (report.comparison.comparisons.empty()) return text;
  for (const auto& [slice, group] : groups) text += LatexTable(report, slice, group).text();
  return text;
}

}  // namespace honestrank

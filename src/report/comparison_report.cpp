#include "honestrank/report/comparison_report.h"

#include <fmt/format.h>

#include "honestrank/base/error.h"
#include "report/comparison_tables.h"
#include "report/json_values.h"
#include "report/markup.h"
#include "report/page_table.h"
#include "report/row_texts.h"

namespace honestrank {
namespace {

Json curves_json(const ComparisonReport& report) {
  Json rows = Json::array();
  for (const ConsistencyCurve& curve : report.consistency->curves) {
    for (std::size_t i = 0; i < curve.value.size(); ++i) {
      rows.push_back({{"model", report.models[curve.model]},
                      {"metric", report.metrics[curve.metric]},
                      {"estimator", report.estimators[curve.estimator]},
                      {"samples", report.consistency->samples[i]},
                      {"value", json_number(curve.value[i])},
                      {"standard_deviation", json_number(curve.standard_deviation[i])},
                      {"winner_probability", json_number(curve.winner_probability[i])},
                      {"exact", json_number(curve.exact)}});
    }
  }
  return rows;
}

Json orders_json(const ComparisonReport& report) {
  Json rows = Json::array();
  for (const PairConsistency& pair : report.consistency->pairs) {
    Json json;
    json["model"] = report.models[pair.first];
    json["against"] = report.models[pair.second];
    json["metric"] = report.metrics[pair.metric];
    json["estimator"] = report.estimators[pair.estimator];
    json["exact_difference"] = json_number(pair.exact_difference);
    json["samples"] = report.consistency->samples;
    json["difference"] = pair.difference;
    json["right_probability"] = pair.right_probability;
    json["flips"] = Json::array();
    for (const OrderFlip& flip : pair.flips) {
      json["flips"].push_back({{"samples", flip.samples}, {"to_right", flip.to_right}});
    }
    json["right_from"] = pair.right_from ? Json(*pair.right_from) : Json(nullptr);
    rows.push_back(std::move(json));
  }
  return rows;
}

}  // namespace

std::string describe(Correction correction) {
  switch (correction) {
    case Correction::none: return "not corrected";
    case Correction::holm: return "Holm-corrected";
    case Correction::bh: return "Benjamini-Hochberg-corrected";
  }
  return "";
}

std::string describe(PairedTest test) {
  switch (test) {
    case PairedTest::t: return "paired t test";
    case PairedTest::wilcoxon: return "Wilcoxon signed-rank test";
    case PairedTest::sign: return "sign test";
    case PairedTest::randomisation: return "randomisation test";
    case PairedTest::bootstrap: return "paired bootstrap test";
  }
  return "";
}

std::string comparison_json(const ComparisonReport& report) {
  Json json = report_json(report.report);
  json["level"] = report.report.level;
  json["family"] = report.comparison.family;
  json["comparisons"] = Json::array();
  for (const ModelComparison& row : report.comparison.comparisons) {
    json["comparisons"].push_back(row_json(row, report.comparison.correction));
  }
  json["means"] = Json::array();
  for (const GroupMean& row : report.comparison.means) json["means"].push_back(row_json(row));
  if (report.consistency) {
    json["consistency"] = {{"curves", curves_json(report)}, {"pairs", orders_json(report)}};
  }
  return dumped(json);
}

std::string comparison_csv(const ComparisonReport& report) {
  const Correction correction = report.comparison.correction;
  std::string text = csv_names(ModelComparison{}, correction) + '\n';
  for (const ModelComparison& row : report.comparison.comparisons) {
    text += csv_line(row, correction) + '\n';
  }
  return text;
}

ExtraTable comparison_page_differences(const ComparisonReport& report) {
  return page_table(
      "Differences",
      fmt::format("The first model of a pair less the second, user by user, with 95 % interval; "
                  "d: effect size; win/tie/loss: users for whom the first has the larger, the "
                  "same, the smaller value; *: p below {}.",
                  report.report.level),
      pairs_table(report, /*wide=*/true));
}

std::vector<ExtraTable> comparison_page_tables(const ComparisonReport& report) {
  std::vector<ExtraTable> tables;
  tables.push_back(page_table("Models, and how likely each is the best",
                              "Means over users, and the share of resampled sets of users in which "
                              "the model's mean is the largest.",
                              means_table(report)));
  if (report.consistency) {
    tables.push_back(
        page_table("Order of pairs by the number of samples",
                   "Probability that a sample of m items a user orders the pair as all "
                   "items do.",
                   consistency_table(report)));
    tables.push_back(page_table("The best model by the number of samples",
                                "Probability that the model is the best where each has a sample of "
                                "m items a user.",
                                winners_table(report)));
  }
  return tables;
}

std::string format_comparison(const ComparisonReport& report, ReportFormat format) {
  switch (format) {
    case ReportFormat::table: {
      std::string text = aligned_text(means_table(report));
      text += '\n' + aligned_text(pairs_table(report));
      if (report.consistency) {
        text += '\n' + aligned_text(consistency_table(report));
        text += '\n' + aligned_text(winners_table(report));
      }
      return text + remarks_text(report.report);
    }
    case ReportFormat::markdown: {
      std::string text = markdown_table(means_table(report));
      text += '\n' + markdown_table(pairs_table(report));
      if (report.consistency) {
        text += '\n' + markdown_table(consistency_table(report));
        text += '\n' + markdown_table(winners_table(report));
      }
      return text + markdown_remarks(report.report);
    }
    case ReportFormat::json: return comparison_json(report);
    case ReportFormat::csv: return comparison_csv(report);
    case ReportFormat::latex: return comparison_latex(report);
    case ReportFormat::trec: break;
  }
  throw InputError("format_comparison: expected a format that has a place for pairs; got trec");
}

}  // namespace honestrank

#include "comparison_charts.h"

#include <fmt/format.h>

#include <utility>

namespace honestrank::cli {
namespace {

void add_differences(ComparisonReport& report) {
  for (const ModelComparison& row : report.comparison.comparisons) {
    if (!row.slice.empty()) continue;
    report.report.differences.push_back(
        {.model = row.model,
         .against = row.against,
         .metric = row.metric,
         .estimator = row.estimator,
         .test = fmt::format("{}, {}", describe(row.test), describe(report.comparison.correction)),
         .difference = row.difference.mean,
         .low = row.difference.low,
         .high = row.difference.high,
         .p_value = row.adjusted_p_value,
         .users = row.difference.users});
  }
}

/// One metric, sampled and corrected in one way, for all models.
Chart chart_of(const ComparisonReport& report, std::size_t metric, std::size_t estimator) {
  const Consistency& consistency = *report.consistency;
  Chart chart{.section = "Order of models by the number of samples",
              .title = fmt::format("{}, {}", report.metrics[metric], report.estimators[estimator]),
              .caption =
                  "Expectation over all samples that could be drawn; vertical lines are "
                  "numbers of samples from which on two models are in another order.",
              .x = {"samples", true},
              .y = {"expected value", false},
              .series = {}};
  for (const ConsistencyCurve& curve : consistency.curves) {
    if (curve.metric != metric || curve.estimator != estimator) continue;
    ChartSeries& series = chart.series.emplace_back();
    series.name = report.models[curve.model];
    series.x.assign(consistency.samples.begin(), consistency.samples.end());
    series.y = curve.value;
  }
  for (const PairConsistency& pair : consistency.pairs) {
    if (pair.metric != metric || pair.estimator != estimator) continue;
    for (const OrderFlip& flip : pair.flips) {
      chart.markers.push_back(
          {static_cast<double>(flip.samples),
           fmt::format("{} and {}: {}", report.models[pair.first], report.models[pair.second],
                       flip.to_right ? "right from here" : "wrong from here")});
    }
  }
  return chart;
}

}  // namespace

void add_mean_rows(ComparisonReport& report) {
  if (!report.report.rows.empty()) return;
  for (const GroupMean& mean : report.comparison.means) {
    if (!mean.slice.empty()) continue;
    ResultRow& row = report.report.rows.emplace_back();
    row.model = mean.model;
    row.metric = mean.metric;
    row.estimator = mean.estimator;
    row.value = row.optimistic = row.pessimistic = mean.value;
    row.standard_error = mean.standard_error;
    row.low = mean.low;
    row.high = mean.high;
    row.users = mean.users;
  }
}

void add_comparison_charts(ComparisonReport& report) {
  add_differences(report);
  if (!report.comparison.comparisons.empty()) {
    report.report.differences_table = comparison_page_differences(report);
  }
  report.report.tables = comparison_page_tables(report);
  if (!report.consistency) return;
  for (std::size_t metric = 0; metric < report.metrics.size(); ++metric) {
    for (std::size_t estimator = 0; estimator < report.estimators.size(); ++estimator) {
      report.report.charts.push_back(chart_of(report, metric, estimator));
    }
  }
}

}  // namespace honestrank::cli

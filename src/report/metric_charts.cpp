#include <algorithm>
#include <cmath>

#include "report/chart_html.h"

namespace honestrank {
namespace {

/// The place of `name` in `names`, added where it is not there yet.
std::size_t place_of(std::vector<std::string>& names, const std::string& name) {
  const auto at = std::find(names.begin(), names.end(), name);
  if (at != names.end()) return static_cast<std::size_t>(at - names.begin());
  names.push_back(name);
  return names.size() - 1;
}

}  // namespace

std::vector<Chart> metric_charts(const std::vector<ResultRow>& rows) {
  std::vector<std::string> metrics;
  for (const ResultRow& row : rows) place_of(metrics, row.metric);
  std::vector<Chart> charts;
  for (const std::string& metric : metrics) {
    Chart chart{.section = "Metrics",
                .title = metric,
                .caption = "Whiskers: 95 % interval.",
                .x = {},
                .y = {metric},
                .series = {}};
    std::vector<std::string> estimators;
    bool ties = false;
    std::size_t points = 0;
    for (const ResultRow& row : rows) {
      if (row.metric != metric || std::isnan(row.value)) continue;
      const std::size_t series = place_of(estimators, row.estimator);
      if (series == chart.series.size()) chart.series.push_back({row.estimator, {}, {}});
      ChartSeries& own = chart.series[series];
      own.x.push_back(static_cast<double>(place_of(chart.categories, row.model)));
      own.y.push_back(row.value);
      own.low.push_back(row.low);
      own.high.push_back(row.high);
      own.worst.push_back(row.pessimistic);
      own.best.push_back(row.optimistic);
      ties = ties || (row.optimistic != row.pessimistic && !std::isnan(row.optimistic));
      ++points;
    }
    if (ties) chart.caption += " Wide bars: from the worst to the best order of tied items.";
    if (points > 1) charts.push_back(std::move(chart));
  }
  return charts;
}

}  // namespace honestrank

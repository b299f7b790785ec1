#include "satisfaction_charts.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "honestrank/report/satisfaction_report.h"

namespace honestrank::cli {

void add_browsing_charts(const BrowsingModel& browsing, ResultReport& report) {
  const std::vector<double> discounts = browsing.discounts();
  ChartSeries looks{"w: looks through exactly so many items", {}, {}};
  ChartSeries discount{"D: what a success at this rank counts", {}, {}};
  for (std::size_t i = 0; i < discounts.size(); ++i) {
    for (ChartSeries* series : {&looks, &discount}) series->x.push_back(static_cast<double>(i + 1));
    looks.y.push_back(browsing.looks[i]);
    discount.y.push_back(discounts[i]);
  }
  report.charts.push_back(
      {.section = "How far users look",
       .title = "Browsing model and discount",
       .caption = fmt::format("{}; {:.3g} % look beyond {} items.", browsing.description,
                              100 * browsing.beyond, browsing.depth()),
       .x = {"rank", false},
       .y = {"probability, discount", true},
       .series = {std::move(discount), std::move(looks)}});
  for (const char* const name : {"satisfaction", "success"}) {
    report.definitions.push_back({name, explain_satisfaction(name)});
  }
}

void add_sensitivity_chart(const SensitivityCurve& curve, ResultReport& report) {
  Chart chart{.section = "How far users look",
              .title = "Sensitivity by the size of the short head",
              .caption = fmt::format(
                  "What knowing a user's segment adds to the satisfaction of a list for everybody; "
                  "largest at {}, 95 % of samples of users: {} to {}.",
                  curve.best, curve.low, curve.high),
              .x = {"most popular items that count nothing", false},
              .y = {"relative increase", false},
              .series = {{"mean", {}, {}}}};
  for (const std::string& name : curve.segmentations) chart.series.push_back({name, {}, {}});
  constexpr std::size_t kPoints = 200;  // enough for a curve; the best one is among them
  const std::size_t step = std::max<std::size_t>(1, curve.points.size() / kPoints);
  for (std::size_t i = 0; i < curve.points.size(); ++i) {
    if (i % step != 0 && i != curve.best) continue;
    const SensitivityPoint& point = curve.points[i];
    for (ChartSeries& series : chart.series) series.x.push_back(static_cast<double>(point.head));
    chart.series[0].y.push_back(point.increase);
    for (std::size_t s = 0; s < point.each.size(); ++s)
      chart.series[s + 1].y.push_back(point.each[s]);
  }
  chart.markers = {{static_cast<double>(curve.low), "2.5 %"},
                   {static_cast<double>(curve.best), "largest"},
                   {static_cast<double>(curve.high), "97.5 %"}};
  report.charts.push_back(std::move(chart));
}

void add_newcomer_chart(const ColdStartStudy& study, std::span<const std::uint32_t> known,
                        ResultReport& report) {
  Chart chart{.section = "Newcomers",
              .title = "Satisfaction by what is known of newcomers",
              .caption =
                  "Bands are 95 % intervals over newcomers; the points of all curves are over "
                  "the same ones.",
              .x = {"known ratings, or answered questions", false},
              .y = {"satisfaction", false},
              .series = {}};
  const auto add = [](ChartSeries& series, double x, const MetricResult& result) {
    series.x.push_back(x);
    series.y.push_back(result.value);
    series.low.push_back(result.low);
    series.high.push_back(result.high);
  };
  ChartSeries& ratings = chart.series.emplace_back();
  ratings.name = "known ratings";
  for (std::size_t i = 0; i < study.known.size(); ++i) {
    add(ratings, known[i], study.known[i].satisfaction);
  }
  for (const ColdStartPoint& line : study.lines) {
    ChartSeries& series = chart.series.emplace_back();
    series.name = line.name;
    series.x = {0, static_cast<double>(known.back())};
    series.y = {line.satisfaction.value, line.satisfaction.value};
  }
  if (!study.answered.empty()) {
    ChartSeries& answers = chart.series.emplace_back();
    answers.name = "answered questions";
    for (std::size_t i = 0; i < study.answered.size(); ++i) {
      add(answers, static_cast<double>(i + 1), study.answered[i].satisfaction);
    }
  }
  report.charts.push_back(std::move(chart));
}

}  // namespace honestrank::cli

#include "report/chart_html.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "honestrank/base/error.h"

namespace honestrank {
namespace {

using testing::HasSubstr;
using testing::Not;

nlohmann::json spec_of(const std::string& html) {
  const std::string open = "<script type=\"application/json\">";
  const std::size_t begin = html.find(open) + open.size();
  return nlohmann::json::parse(html.substr(begin, html.find("</script>", begin) - begin));
}

Chart two_lines() {
  return {
      .section = "s",
      .title = "t",
      .caption = "c",
      .x = {"rank", true},
      .y = {"value", false},
      .series = {{"A", {1, 10}, {0.5, 0.25}}, {"B", {10, 100}, {0.1, 0.2}, {0, 0.1}, {0.2, 0.3}}},
      .markers = {{20, "swap"}}};
}

TEST(ChartHtml, LinesShareATableThatTheSpecificationPointsInto) {
  const std::string html = chart_html(two_lines(), 7);
  EXPECT_THAT(html, HasSubstr("<tr><td>1</td><td>0.5</td><td></td><td></td><td></td></tr>"));
  EXPECT_THAT(html,
              HasSubstr("<tr><td>10</td><td>0.25</td><td>0.1</td><td>0</td><td>0.2</td></tr>"));
  const auto spec = spec_of(html);
  EXPECT_EQ(spec["kind"], "lines");
  EXPECT_TRUE(spec["x"]["logarithmic"]);
  EXPECT_EQ(spec["series"][1]["y"], 2);
  EXPECT_EQ(spec["series"][1]["high"], 4);
  EXPECT_FALSE(spec["series"][0].contains("low"));
  EXPECT_EQ(spec["markers"][0]["label"], "swap");
  EXPECT_THAT(html, HasSubstr("role=\"img\""));
}

TEST(ChartHtml, WhatAnAxisCannotShowIsLeftOut) {
  Chart chart = two_lines();
  chart.series = {{"A", {0, 1, 2, 3}, {1, std::nan(""), INFINITY, 4}}};
  const std::string html = chart_html(chart, 1);
  EXPECT_THAT(html, Not(HasSubstr("<td>0</td>"))) << "0 has no logarithm";
  EXPECT_THAT(html, HasSubstr("<tr><td>1</td><td></td></tr>"));
  EXPECT_THAT(html, HasSubstr("<tr><td>2</td><td></td></tr>"));
  EXPECT_THAT(html, HasSubstr("<tr><td>3</td><td>4</td></tr>"));
}

TEST(ValidateChart, NamesTheSeriesThatDoesNotFit) {
  Chart chart = two_lines();
  chart.series[1].low.pop_back();
  EXPECT_THAT([&] { validate(chart); }, testing::ThrowsMessage<InputError>(
                                            HasSubstr("series 'B': expected 2 numbers; got 1")));
  chart = two_lines();
  chart.series[1].high.clear();
  EXPECT_THROW(validate(chart), InputError);
  chart = two_lines();
  chart.categories = {"one"};
  EXPECT_THAT([&] { validate(chart); },
              testing::ThrowsMessage<InputError>(HasSubstr("expected places from 0 to 0; got 1")));
}

TEST(MetricCharts, HaveModelsAsCategoriesAndEstimatorsAsSeries) {
  std::vector<ResultRow> rows;
  for (const char* model : {"A", "B"}) {
    for (const char* estimator : {"exact", "naive"}) {
      rows.push_back({model, "ap", estimator, 0.5, 0.1, 0.4, 0.6, 0.7, 0.3, 9, 0, {}});
    }
  }
  rows.push_back({"A", "alone", "exact", 1, 0, 1, 1, 1, 1, 9, 0, {}});
  rows.push_back({"B", "alone", "exact", std::nan(""), 0, 1, 1, 1, 1, 0, 9, {}});
  const std::vector<Chart> charts = metric_charts(rows);
  ASSERT_EQ(charts.size(), 1U) << "one value is no chart";
  EXPECT_THAT(charts[0].categories, testing::ElementsAre("A", "B"));
  ASSERT_EQ(charts[0].series.size(), 2U);
  EXPECT_THAT(charts[0].series[1].x, testing::ElementsAre(0, 1));
  EXPECT_THAT(charts[0].series[1].worst, testing::ElementsAre(0.3, 0.3));
  EXPECT_THAT(charts[0].caption, HasSubstr("tied"));
}

}  // namespace
}  // namespace honestrank

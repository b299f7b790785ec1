#include "report/chart_html.h"

#include <fmt/format.h>

#include <cmath>
#include <map>
#include <string_view>

#include "honestrank/base/error.h"
#include "report/html_text.h"
#include "report/json_values.h"

namespace honestrank {
namespace {

using Rows = std::vector<std::vector<std::string>>;

struct ChartTable {
  std::vector<HtmlColumn> columns;
  Rows rows;
};

double entry(const std::vector<double>& values, std::size_t i) {
  return values.empty() ? std::nan("") : values[i];
}

bool drawable(double value, const ChartAxis& axis) {
  return std::isfinite(value) && (!axis.logarithmic || value > 0);
}

/// A row for each point: category, series, value and bounds.
ChartTable category_table(const Chart& chart) {
  ChartTable table;
  table.columns = {{"", true},      {"", true},           {chart.y.title, false}, {"low", false},
                   {"high", false}, {"worst tie", false}, {"best tie", false}};
  for (const ChartSeries& series : chart.series) {
    for (std::size_t i = 0; i < series.y.size(); ++i) {
      if (!drawable(series.y[i], chart.y)) continue;
      const std::string& category = chart.categories[static_cast<std::size_t>(series.x[i])];
      table.rows.push_back(
          {html_escaped(category), html_escaped(series.name), table_number(series.y[i]),
           table_number(entry(series.low, i)), table_number(entry(series.high, i)),
           table_number(entry(series.worst, i)), table_number(entry(series.best, i))});
    }
  }
  table.columns[0].title = "name";
  table.columns[1].title = "series";
  return table;
}

/// A row for each x, columns for each series; `spec` learns which.
ChartTable line_table(const Chart& chart, Json& spec) {
  ChartTable table;
  table.columns.push_back({chart.x.title, false});
  std::map<double, std::size_t> row_of;  // x in rising order
  for (const ChartSeries& series : chart.series) {
    for (const double x : series.x) {
      if (drawable(x, chart.x)) row_of.emplace(x, 0);
    }
  }
  std::size_t rows = 0;
  for (auto& [x, row] : row_of) {
    row = rows++;
    table.rows.push_back({table_number(x)});
  }
  for (const ChartSeries& series : chart.series) {
    Json columns{{"name", clean_text(series.name)}, {"y", table.columns.size()}};
    const auto add = [&](const std::string& title, const std::vector<double>& values) {
      table.columns.push_back({title, false});
      for (auto& row : table.rows) row.emplace_back();
      for (std::size_t i = 0; i < values.size(); ++i) {
        const auto at = row_of.find(series.x[i]);
        if (at == row_of.end() || !drawable(series.y[i], chart.y)) continue;
        table.rows[at->second].back() = table_number(values[i]);
      }
    };
    add(series.name, series.y);
    if (!series.low.empty()) {
      columns["low"] = table.columns.size();
      columns["high"] = table.columns.size() + 1;
      add(series.name + ", low", series.low);
      add(series.name + ", high", series.high);
    }
    spec["series"].push_back(std::move(columns));
  }
  return table;
}

Json axis_json(const ChartAxis& axis) {
  return {{"title", clean_text(axis.title)}, {"logarithmic", axis.logarithmic}};
}

}  // namespace

void validate(const Chart& chart) {
  for (const ChartSeries& series : chart.series) {
    const auto require = [&](const std::vector<double>& values, bool optional) {
      if (values.size() == series.x.size() || (optional && values.empty())) return;
      throw InputError(fmt::format("chart '{}', series '{}': expected {} numbers; got {}",
                                   chart.title, series.name, series.x.size(), values.size()));
    };
    require(series.y, false);
    for (const auto* bound : {&series.low, &series.high, &series.worst, &series.best}) {
      require(*bound, true);
    }
    if (series.low.size() != series.high.size() || series.worst.size() != series.best.size()) {
      throw InputError(fmt::format("chart '{}', series '{}': expected both bounds or none",
                                   chart.title, series.name));
    }
    for (std::size_t i = 0; !chart.categories.empty() && i < series.x.size(); ++i) {
      const double place = series.x[i];
      if (place >= 0 && place < static_cast<double>(chart.categories.size())) continue;
      throw InputError(fmt::format("chart '{}': expected places from 0 to {}; got {}", chart.title,
                                   chart.categories.size() - 1, place));
    }
  }
}

std::string chart_html(const Chart& chart, std::size_t number) {
  validate(chart);
  const bool categories = !chart.categories.empty();
  Json spec{{"kind", categories ? "categories" : "lines"}, {"series", Json::array()}};
  ChartTable table;
  if (categories) {
    table = category_table(chart);
    // Values run along the horizontal axis.
    spec["x"] = axis_json(chart.y);
    spec["categories"] = Json::array();
    for (const std::string& name : chart.categories) spec["categories"].push_back(clean_text(name));
    for (const ChartSeries& series : chart.series)
      spec["series"].push_back(clean_text(series.name));
  } else {
    table = line_table(chart, spec);
    spec["x"] = axis_json(chart.x);
    spec["y"] = axis_json(chart.y);
  }
  spec["markers"] = Json::array();
  for (const ChartMarker& marker : chart.markers) {
    spec["markers"].push_back({{"x", marker.x}, {"label", clean_text(marker.label)}});
  }
  const std::string title = html_escaped(chart.title);
  return fmt::format(
      "<figure id=\"chart-{0}\" aria-labelledby=\"chart-{0}-title\">\n"
      "<h3 id=\"chart-{0}-title\">{1}</h3>\n<p class=\"caption\">{2}</p>\n"
      "<ul class=\"legend\" aria-label=\"Series shown\"></ul>\n"
      "<div class=\"canvas\"><canvas role=\"img\" aria-label=\"Chart: {1}. The table below has its "
      "data.\"></canvas></div>\n"
      "<div class=\"foot\"><details><summary>Data<span class=\"hidden\"> of "
      "{1}</span></summary>\n{3}"
      "</details>\n<button type=\"button\" class=\"download\" data-name=\"chart-{0}.csv\">CSV<span "
      "class=\"hidden\"> of {1}</span></button></div>\n"
      "<script type=\"application/json\">{4}</script>\n</figure>\n",
      number, title, html_escaped(chart.caption),
      html_table(chart.title, table.columns, table.rows), json_for_script(spec.dump()));
}

}  // namespace honestrank

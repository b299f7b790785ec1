#include "reproduce/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string>
#include <utility>

namespace honestrank::cli {
namespace {

double number_of(const std::string& label) {
  double number = std::nan("");
  std::from_chars(label.data(), label.data() + label.size(), number);
  return number;
}

/// Without the sign of a number that is rounded to 0.
std::string cell(double value, int digits) {
  if (std::isnan(value)) return "";
  const std::string text = fmt::format("{:.{}f}", value, digits);
  return text.find_first_of("123456789") == std::string::npos && text[0] == '-' ? text.substr(1)
                                                                                : text;
}

/// Notes one after the other, each with an end.
std::string sentences(const std::vector<std::string>& notes) {
  std::string text;
  for (const std::string& note : notes) {
    text += (text.empty() ? "" : " ") + note + (note.empty() || note.back() == '.' ? "" : ".");
  }
  return text;
}

/// The part of this name, added where there is none yet.
template <typename Parts, typename Name>
auto& part_named(Parts& parts, const std::string& name, const Name& name_of) {
  const auto found = std::find_if(parts.begin(), parts.end(),
                                  [&](const auto& part) { return name_of(part) == name; });
  if (found != parts.end()) return *found;
  return parts.emplace_back();
}

}  // namespace

void add_figure(const ReproducedTable& figure, ResultReport& report) {
  const std::size_t labels = figure.label_names.size();
  const std::string heading = figure.title.substr(0, figure.title.find(':'));
  std::vector<Chart> charts;
  for (const ReproducedValue& value : figure.values) {
    const std::string title =
        labels < 3 ? figure.title : fmt::format("{}: {}", heading, value.labels[0]);
    Chart& chart = part_named(charts, title, [](const Chart& one) { return one.title; });
    chart.section = "Figures";
    chart.title = title;
    chart.caption = figure.title;
    chart.x = {figure.label_names[labels - 1], number_of(figure.values.back().labels.back()) > 200};
    chart.y = {"value", false};
    const std::string& line = value.labels[labels - 2];
    ChartSeries& series =
        part_named(chart.series, line, [](const ChartSeries& one) { return one.name; });
    series.name = line;
    series.x.push_back(number_of(value.labels[labels - 1]));
    series.y.push_back(value.value);
  }
  for (Chart& chart : charts) report.charts.push_back(std::move(chart));
}

void add_table(const ReproducedTable& table, ResultReport& report) {
  ExtraTable extra;
  extra.title = table.title;
  extra.caption = sentences(table.notes);
  extra.columns = table.label_names;
  extra.text_columns = extra.columns.size();
  for (const char* name : {"ours", "±", "published", "published ±", "difference", "std. err."}) {
    extra.columns.emplace_back(name);
  }
  for (const ReproducedValue& value : table.values) {
    std::vector<std::string> row = value.labels;
    const int digits = table.digits;
    row.push_back(cell(value.value, digits));
    row.push_back(cell(value.spread, digits));
    row.push_back(cell(value.published, digits));
    row.push_back(cell(value.published_spread, digits));
    row.push_back(cell(value.value - value.published, digits));
    row.push_back(cell(table.error_of_difference(value), digits + 1));
    extra.rows.push_back(std::move(row));
  }
  report.tables.push_back(std::move(extra));
}

}  // namespace honestrank::cli

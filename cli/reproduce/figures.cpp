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
  for (const ReproducedValue& value : table.values) extra.rows.push_back(value.labels);
  for (const NumberColumn& column : number_columns(table)) {
    extra.columns.push_back(column.name);
    for (std::size_t i = 0; i < extra.rows.size(); ++i) extra.rows[i].push_back(column.cells[i]);
  }
  report.tables.push_back(std::move(extra));
}

}  // namespace honestrank::cli

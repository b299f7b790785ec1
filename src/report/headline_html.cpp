#include "report/headline_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include "honestrank/base/error.h"
#include "report/html_text.h"

namespace honestrank {
namespace {

/// Values of one model by one estimator: a line of the headline table.
struct HeadlineRow {
  std::string model;
  std::string estimator;
  std::map<std::string, const ResultRow*> by_metric;
};

std::vector<std::string> metrics_of(const ResultReport& report) {
  std::vector<std::string> metrics;
  for (const ResultRow& row : report.rows) {
    if (std::find(metrics.begin(), metrics.end(), row.metric) == metrics.end()) {
      metrics.push_back(row.metric);
    }
  }
  return metrics;
}

std::vector<HeadlineRow> headline_rows(const ResultReport& report) {
  std::vector<HeadlineRow> lines;
  for (const ResultRow& row : report.rows) {
    auto line = std::find_if(lines.begin(), lines.end(), [&](const HeadlineRow& each) {
      return each.model == row.model && each.estimator == row.estimator;
    });
    if (line == lines.end()) line = lines.insert(line, {row.model, row.estimator, {}});
    line->by_metric.emplace(row.metric, &row);
  }
  return lines;
}

/// Whether more is better: so for all metrics; shares of a list may be good or bad.
bool has_best(const std::string& metric, Convention convention) {
  if (metric == "satisfaction" || metric == "success") return true;
  try {
    parse_metric(metric, convention);
    return true;
  } catch (const InputError&) {
    return false;
  }
}

/// The best rows of each estimator and metric, where there are several.
std::set<const ResultRow*> best_rows(const ResultReport& report) {
  std::map<std::pair<std::string, std::string>, std::vector<const ResultRow*>> groups;
  for (const ResultRow& row : report.rows) {
    if (std::isnan(row.value) || !has_best(row.metric, report.convention)) continue;
    groups[{row.metric, row.estimator}].push_back(&row);
  }
  std::set<const ResultRow*> best;
  for (const auto& [key, rows] : groups) {
    if (rows.size() < 2) continue;
    best.insert(*std::max_element(rows.begin(), rows.end(), [](const auto* a, const auto* b) {
      return a->value < b->value;
    }));
  }
  return best;
}

/// What the first test says of each pair of models. Of several tests it is the one that counts.
std::vector<const DifferenceRow*> first_tests(const ResultReport& report) {
  std::vector<const DifferenceRow*> rows;
  std::set<std::array<std::string, 4>> pairs;
  for (const DifferenceRow& each : report.differences) {
    if (pairs.insert({each.metric, each.estimator, each.model, each.against}).second) {
      rows.push_back(&each);
    }
  }
  return rows;
}

/// "paired t test, Holm-corrected"; several where pairs were tested in different ways.
std::string tests_text(const std::vector<const DifferenceRow*>& rows) {
  std::vector<std::string> tests;
  for (const DifferenceRow* each : rows) {
    if (each->test.empty() || std::find(tests.begin(), tests.end(), each->test) != tests.end()) {
      continue;
    }
    tests.push_back(each->test);
  }
  return fmt::format("{}", fmt::join(tests, " or "));
}

/// "above X, Y; below 5 models": what `tests` say of a value.
std::string significance(const std::vector<const DifferenceRow*>& tests, double level,
                         const ResultRow& row) {
  std::vector<std::string> above;
  std::vector<std::string> below;
  for (const DifferenceRow* test : tests) {
    const DifferenceRow& each = *test;
    if (each.metric != row.metric || each.estimator != row.estimator || !(each.p_value < level)) {
      continue;
    }
    const bool larger = each.difference > 0;
    const auto add = [](std::vector<std::string>& models, const std::string& name) {
      if (std::find(models.begin(), models.end(), name) == models.end()) models.push_back(name);
    };
    if (each.model == row.model) add(larger ? above : below, each.against);
    if (each.against == row.model) add(larger ? below : above, each.model);
  }
  constexpr std::size_t kNamed = 3;
  std::string text;
  for (const auto& [word, models] : {std::pair{"above", &above}, {"below", &below}}) {
    if (models->empty()) continue;
    text += fmt::format("{}{} ", text.empty() ? "" : "; ", word);
    text += models->size() > kNamed ? fmt::format("{} models", models->size())
                                    : fmt::format("{}", fmt::join(*models, ", "));
  }
  return text;
}

std::string value_cell(const ResultRow* row, bool best, const std::string& tests) {
  if (row == nullptr) return "<td></td>";
  std::string html =
      fmt::format("<td{}><b>{}</b>{}", best ? " class=\"best\"" : "", short_value(row->value),
                  best ? "<span class=\"hidden\"> (best)</span>" : "");
  if (!std::isnan(row->low)) {
    const std::string high = std::isnan(row->high) ? "?" : fmt::format("{:.4f}", row->high);
    html += fmt::format("<small>{:.4f} – {}</small>", row->low, high);
  }
  if (short_value(row->optimistic) != short_value(row->pessimistic)) {
    html += fmt::format("<small>ties {:.4f} – {:.4f}</small>", row->pessimistic, row->optimistic);
  }
  if (!tests.empty()) html += "<small>" + html_escaped(tests) + "</small>";
  return html + "</td>";
}

std::string users_of(const HeadlineRow& line) {
  std::uint64_t least = line.by_metric.begin()->second->users;
  std::uint64_t most = least;
  for (const auto& [metric, row] : line.by_metric) {
    least = std::min(least, row->users);
    most = std::max(most, row->users);
  }
  return least == most ? fmt::format("{}", least) : fmt::format("{} – {}", least, most);
}

std::string all_numbers(const ResultReport& report) {
  const std::vector<HtmlColumn> columns{
      {"model", true},     {"metric", true}, {"estimator", true}, {"value", false},
      {"std.err.", false}, {"low", false},   {"high", false},     {"worst tie", false},
      {"best tie", false}, {"users", false}, {"skipped", false},  {"diagnostics", true}};
  std::vector<std::vector<std::string>> rows;
  for (const ResultRow& row : report.rows) {
    rows.push_back({html_escaped(row.model), html_escaped(row.metric), html_escaped(row.estimator),
                    table_number(row.value), table_number(row.standard_error),
                    table_number(row.low), table_number(row.high), table_number(row.pessimistic),
                    table_number(row.optimistic), std::to_string(row.users),
                    std::to_string(row.users_skipped),
                    html_escaped(fmt::format("{}", fmt::join(row.diagnostics, "; ")))});
  }
  return "<details><summary>Every number, with standard errors, users and diagnostics</summary>\n" +
         html_table("Every number", columns, rows) + "</details>\n";
}

/// 6040 as "6,040".
std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (std::size_t at = digits.size(); at > 3; at -= 3) digits.insert(at - 3, ",");
  return digits;
}

std::string counted(std::size_t number, const char* what) {
  return fmt::format("{} {}{}", number, what, number == 1 ? "" : "s");
}

}  // namespace

std::string lead_of(const ResultReport& report) {
  if (!report.lead.empty()) return report.lead;
  std::set<std::string> models;
  std::uint64_t users = 0;
  for (const ResultRow& row : report.rows) {
    models.insert(row.model);
    users = std::max(users, row.users);
  }
  if (models.empty()) return "";
  return fmt::format("{}, {}, {} users", counted(models.size(), "model"),
                     counted(metrics_of(report).size(), "metric"), grouped(users));
}

std::string headline_html(const ResultReport& report) {
  const std::vector<std::string> metrics = metrics_of(report);
  const std::vector<HeadlineRow> lines = headline_rows(report);
  const std::set<const ResultRow*> best = best_rows(report);
  const bool estimators = std::any_of(lines.begin(), lines.end(), [](const HeadlineRow& line) {
    return line.estimator != "exact";
  });
  std::string html = "<p class=\"caption\">Below each value its 95 % interval";
  if (!best.empty()) html += "; coloured: the largest value";
  if (!best.empty() && estimators) html += " of its estimator";
  const std::vector<const DifferenceRow*> tests = first_tests(report);
  if (!tests.empty()) {
    const std::string by = tests_text(tests);
    html += fmt::format(
        "; <i>above</i> and <i>below</i>: models that it was tested against and differs from "
        "({}{}p &lt; {})",
        html_escaped(by), by.empty() ? "" : "; ", report.level);
  }
  html +=
      ".</p>\n<div class=\"scroll headline\" tabindex=\"0\" role=\"region\" "
      "aria-label=\"Results\">\n"
      "<table>\n<thead><tr><th scope=\"col\" class=\"text\">model</th>";
  if (estimators) html += "<th scope=\"col\" class=\"text\">estimator</th>";
  for (const std::string& metric : metrics) {
    html += "<th scope=\"col\">" + html_escaped(metric) + "</th>";
  }
  html += "<th scope=\"col\">users</th></tr></thead>\n<tbody>\n";
  const std::string* before = nullptr;
  for (const HeadlineRow& line : lines) {
    const bool first = before == nullptr || *before != line.model;
    html += estimators && first && before != nullptr ? "<tr class=\"group\">" : "<tr>";
    html += "<th scope=\"row\">" + html_escaped(line.model) + "</th>";
    if (estimators) html += "<td class=\"text\">" + html_escaped(line.estimator) + "</td>";
    for (const std::string& metric : metrics) {
      const auto at = line.by_metric.find(metric);
      const ResultRow* row = at == line.by_metric.end() ? nullptr : at->second;
      html += value_cell(row, best.count(row) != 0,
                         row == nullptr ? "" : significance(tests, report.level, *row));
    }
    html += fmt::format("<td>{}</td></tr>\n", users_of(line));
    before = &line.model;
  }
  return html + "</tbody>\n</table>\n</div>\n" + all_numbers(report) +
         download_buttons({{"results.csv", "Results as CSV"}, {"results.json", "Results as JSON"}});
}

std::string differences_html(const ResultReport& report) {
  const std::vector<HtmlColumn> columns{{"metric", true},  {"estimator", true},   {"model", true},
                                        {"against", true}, {"difference", false}, {"low", false},
                                        {"high", false},   {"p", false},          {"users", false},
                                        {"test", true}};
  std::vector<std::vector<std::string>> rows;
  for (const DifferenceRow& each : report.differences) {
    const std::string p = each.p_value < 0.0001 ? "&lt; 0.0001" : short_value(each.p_value);
    rows.push_back({html_escaped(each.metric), html_escaped(each.estimator),
                    html_escaped(each.model), html_escaped(each.against),
                    fmt::format("{:+.5f}", each.difference), fmt::format("{:+.5f}", each.low),
                    fmt::format("{:+.5f}", each.high),
                    each.p_value < report.level ? "<b>" + p + "</b>" : p,
                    std::to_string(each.users), html_escaped(each.test)});
  }
  return fmt::format(
             "<p class=\"caption\">Model less against, user by user, with 95 % interval. Bold: p "
             "below {}.</p>\n",
             report.level) +
         html_table("Differences between models", columns, rows) +
         download_buttons({{"differences.csv", "CSV"}});
}

std::string download_buttons(
    std::initializer_list<std::pair<std::string, std::string_view>> files) {
  std::string html = "<p class=\"tools\">";
  for (const auto& [name, label] : files) {
    html += fmt::format("<button type=\"button\" class=\"download\" data-name=\"{}\">{}</button>",
                        name, label);
  }
  return html + "</p>\n";
}

}  // namespace honestrank

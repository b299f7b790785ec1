#include "honestrank/report/html_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "honestrank/base/error.h"
#include "honestrank/base/version.h"
#include "report/assets.h"
#include "report/chart_html.h"
#include "report/headline_html.h"
#include "report/html_text.h"
#include "report/report_formats.h"

namespace honestrank {
namespace {

/// What a page is put together from: sections in their order, each with its place in the
/// navigation.
class Page {
 public:
  void add_box(std::string_view kind, std::string_view title, std::string_view list,
               const std::vector<std::string>& sentences) {
    if (sentences.empty()) return;
    content_ += fmt::format(
        "<section class=\"box {}\" aria-labelledby=\"{}-title\">\n<h2 id=\"{}-title\">{}</h2>\n",
        kind, kind, kind, title);
    content_ += list_of(list, sentences) + "</section>\n";
  }

  void add_section(std::string_view id, std::string_view title, std::string_view html) {
    navigation_ += fmt::format("<li><a href=\"#{}\">{}</a></li>\n", id, html_escaped(title));
    content_ += open_section(id, title);
    content_ += html;
    content_ += "</section>\n";
  }

  static std::string list_of(std::string_view list, const std::vector<std::string>& sentences) {
    std::string html = fmt::format("<{}>\n", list);
    for (const std::string& each : sentences) html += "<li>" + html_escaped(each) + "</li>\n";
    return html + fmt::format("</{}>\n", list);
  }

  const std::string& content() const { return content_; }
  std::string navigation() const {
    return "<nav aria-label=\"Sections\"><ul>\n" + navigation_ + "</ul></nav>";
  }

 private:
  std::string content_;
  std::string navigation_;
};

/// Charts under the headings that they name.
void add_charts(const ResultReport& report, Page& page) {
  std::vector<Chart> charts = metric_charts(report.rows);
  charts.insert(charts.end(), report.charts.begin(), report.charts.end());
  std::size_t number = 0;
  for (std::size_t begin = 0, end = 0; begin < charts.size(); begin = end) {
    std::string html =
        "<p class=\"no-charts\" hidden>This honestrank was built without Chart.js: the data of the "
        "charts is shown as tables.</p>\n<div class=\"charts\">\n";
    for (end = begin; end < charts.size() && charts[end].section == charts[begin].section; ++end) {
      html += chart_html(charts[end], ++number);
    }
    page.add_section(fmt::format("charts-{}", number), charts[begin].section, html + "</div>\n");
  }
}

/// The table with its caption, and a button that saves it as `file`.
std::string extra_table_html(const ExtraTable& table, const std::string& file) {
  std::vector<HtmlColumn> columns;
  for (std::size_t c = 0; c < table.columns.size(); ++c) {
    columns.push_back({table.columns[c], c < table.text_columns});
  }
  std::vector<std::vector<std::string>> rows;
  for (const auto& row : table.rows) {
    if (row.size() != columns.size()) {
      throw InputError(fmt::format("table '{}': expected {} cells in a row; got {}", table.title,
                                   columns.size(), row.size()));
    }
    for (auto& cells = rows.emplace_back(); const std::string& cell : row) {
      cells.push_back(html_escaped(cell));
    }
  }
  return fmt::format("<p class=\"caption\">{}</p>\n", html_escaped(table.caption)) +
         html_table(table.title, columns, rows) + download_buttons({{file, "CSV"}});
}

void add_tables(const ResultReport& report, Page& page) {
  if (report.differences_table) {
    page.add_section("differences", report.differences_table->title,
                     extra_table_html(*report.differences_table, "differences.csv"));
  } else if (!report.differences.empty()) {
    page.add_section("differences", "Differences", differences_html(report));
  }
  for (std::size_t i = 0; i < report.tables.size(); ++i) {
    page.add_section(fmt::format("table-{}", i + 1), report.tables[i].title,
                     extra_table_html(report.tables[i], fmt::format("table-{}.csv", i + 1)));
  }
}

/// Notes that do not stand among the conclusions already.
std::vector<std::string> further_notes(const ResultReport& report) {
  std::vector<std::string> notes;
  std::copy_if(report.notes.begin(), report.notes.end(), std::back_inserter(notes),
               [&](const std::string& note) {
                 return std::find(report.conclusions.begin(), report.conclusions.end(), note) ==
                        report.conclusions.end();
               });
  return notes;
}

/// The definitions of the verb, then those of all metrics that `explain` knows.
std::vector<Definition> definitions_of(const ResultReport& report) {
  std::vector<Definition> definitions = report.definitions;
  std::map<std::string, bool> done;
  for (const ResultRow& row : report.rows) {
    if (!done.emplace(row.metric, true).second) continue;
    try {
      definitions.push_back({row.metric, explain(parse_metric(row.metric, report.convention))});
    } catch (const InputError&) {
      continue;  // a row that is no metric, as a share of a list
    }
  }
  return definitions;
}

void add_definitions(const ResultReport& report, Page& page) {
  std::string html;
  for (const Definition& definition : definitions_of(report)) {
    html += fmt::format("<details><summary>{}</summary>\n<pre>{}</pre>\n</details>\n",
                        html_escaped(definition.name), html_escaped(definition.text));
  }
  if (!html.empty()) page.add_section("definitions", "Definitions", html);
}

void add_reproduction(const ResultReport& report, Page& page) {
  std::string html = fmt::format(
      "<pre class=\"command\">{}</pre>\n<dl>\n<dt>Version</dt><dd>honestrank {}</dd>\n"
      "<dt>Seed</dt><dd>{}</dd>\n</dl>\n",
      html_escaped(shell_command(report.command)), html_escaped(version()), report.seed);
  if (report.inputs.empty()) html += "<p>No input file.</p>\n";
  std::vector<std::vector<std::string>> rows;
  for (const InputRecord& input : report.inputs) {
    const std::string hash = input.sha256.empty() ? "not known: read from a pipe" : input.sha256;
    rows.push_back({"<code>" + html_escaped(input.path) + "</code>",
                    "<code>" + html_escaped(hash) + "</code>"});
  }
  const std::vector<HtmlColumn> columns{{"input", true}, {"SHA-256", true}};
  if (!rows.empty()) html += html_table("Input files", columns, rows);
  html +=
      "<p class=\"caption\">The same command, version, seed and inputs give the same numbers, for "
      "any "
      "number of threads.</p>\n";
  page.add_section("reproduce", "How to reproduce this", html);
}

/// The template with `values` in the places of their names; what is put in is not looked through.
std::string filled(std::string_view page, const std::map<std::string_view, std::string>& values) {
  std::string html;
  while (true) {
    const std::size_t open = page.find("{{");
    if (open == std::string_view::npos) return html.append(page);
    const std::size_t close = page.find("}}", open);
    html += page.substr(0, open);
    html += values.at(page.substr(open + 2, close - open - 2));
    page.remove_prefix(close + 2);
  }
}

}  // namespace

std::string format_html(const ResultReport& report) {
  const std::string verb = report.command.size() > 1 ? report.command[1] : "report";
  Page page;
  page.add_box("conclusions", "In short", "ol", report.conclusions);
  page.add_box("warnings", "Warnings", "ul", report.warnings);
  if (!report.rows.empty()) page.add_section("results", "Results", headline_html(report));
  add_tables(report, page);
  if (const auto notes = further_notes(report); !notes.empty()) {
    page.add_section("notes", "How to read this", Page::list_of("ul", notes));
  }
  add_charts(report, page);
  add_definitions(report, page);
  add_reproduction(report, page);
  return filled(assets::report_page(), {{"title", "HonestRank: " + html_escaped(verb)},
                                        {"heading", "honestrank " + html_escaped(verb)},
                                        {"lead", html_escaped(lead_of(report))},
                                        {"style", std::string(assets::report_style())},
                                        {"navigation", page.navigation()},
                                        {"content", page.content()},
                                        {"version", html_escaped(version())},
                                        {"results", json_for_script(json_text(report))},
                                        {"chart_library", std::string(assets::chart_library())},
                                        {"script", std::string(assets::report_script())}});
}

}  // namespace honestrank

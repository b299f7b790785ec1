#include "honestrank/report/html_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <regex>
#include <string>

#include "honestrank/base/error.h"

namespace honestrank {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr const char* kHostile =
    "</script><script>alert(1)</script>\"'><img src=x onerror=alert(2)>";

ResultRow row(const std::string& model, const std::string& metric, double value) {
  return {model, metric, "exact", value, 0.01, value - 0.02, value + 0.02, value, value, 40, 0, {}};
}

/// Everything that a report can hold, called `name`.
ResultReport full_report(const std::string& name) {
  ResultReport report;
  report.command = {"honestrank", "evaluate", name};
  report.seed = 7;
  report.inputs = {{name, "00ff"}, {"/dev/stdin", ""}};
  report.warnings = {name};
  report.notes = {name};
  report.conclusions = {name};
  report.rows = {row(name, "ndcg@10", 0.5), row("other", "ndcg@10", 0.25), row(name, name, 0.5),
                 row("other", name, 0.5)};
  report.rows[0].diagnostics = {name};
  report.differences = {{name, "other", "ndcg@10", "exact", name, 0.25, 0.1, 0.4, 0.001, 40}};
  report.tables = {{name, name, {name, "n"}, {{name, "1"}}}};
  report.charts = {{.section = name,
                    .title = name,
                    .caption = name,
                    .x = {name, false},
                    .y = {name, false},
                    .series = {{name, {1, 2}, {3, 4}}},
                    .markers = {{1, name}}}};
  report.definitions = {{name, name}};
  return report;
}

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t number = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + 1))
    ++number;
  return number;
}

TEST(FormatHtml, MarksWhatTheFirstTestSaysAndNamesIt) {
  ResultReport report = full_report("plain");
  report.differences[0].test = "t test";
  report.differences.push_back(report.differences[0]);
  report.differences[1].test = "sign test";
  report.differences[0].p_value = 0.4;  // the second, which is below the level, does not count
  const std::string neither = format_html(report);
  EXPECT_THAT(neither, Not(HasSubstr("<small>above other")));
  EXPECT_THAT(neither, HasSubstr("differs from (t test; p &lt; 0.05)"));
  std::swap(report.differences[0].p_value, report.differences[1].p_value);
  EXPECT_THAT(format_html(report), HasSubstr("<small>above other"));
  // Pairs that were tested in different ways.
  report.differences[1].model = "other";
  report.differences[1].against = "plain";
  EXPECT_THAT(format_html(report), HasSubstr("(t test or sign test; p &lt; 0.05)"));
}

TEST(FormatHtml, MarksDifferencesBelowTheLevel) {
  ResultReport report = full_report("plain");
  const auto page_at = [&](double level) {
    report.level = level;
    return format_html(report);
  };
  const std::string lenient = page_at(0.05);  // p is 0.001
  EXPECT_THAT(lenient, HasSubstr("<small>above other"));
  EXPECT_THAT(lenient, HasSubstr("<b>0.0010</b>"));
  EXPECT_THAT(lenient, HasSubstr("differs from (plain; p &lt; 0.05)"));
  const std::string strict = page_at(0.0005);
  EXPECT_THAT(strict, Not(HasSubstr("<small>above other")));
  EXPECT_THAT(strict, Not(HasSubstr("<b>0.0010</b>")));
  EXPECT_THAT(strict, HasSubstr("differs from (plain; p &lt; 0.0005)"));
  EXPECT_THAT(strict, HasSubstr("Bold: p below 0.0005."));
}

TEST(FormatHtml, HostileNamesAddNoTag) {
  const std::string plain = format_html(full_report("plain"));
  const std::string hostile = format_html(full_report(kHostile));
  EXPECT_EQ(count(hostile, "<script"), count(plain, "<script"));
  EXPECT_EQ(count(hostile, "</script"), count(plain, "</script"));
  EXPECT_EQ(count(hostile, "<img"), 0U);
  EXPECT_EQ(count(hostile, "onerror=alert(2)>"), 0U) << "the > of the attack is escaped";
}

TEST(FormatHtml, PlacesOfTheTemplateInNamesStayText) {
  const std::string html = format_html(full_report("{{script}}"));
  EXPECT_THAT(html, HasSubstr("<li>{{script}}</li>"));
}

TEST(FormatHtml, TheResultsInsideAreThoseOfJson) {
  const ResultReport report = full_report(kHostile);
  const std::string html = format_html(report);
  const std::string open = "id=\"result-data\">";
  const std::size_t begin = html.find(open) + open.size();
  const auto json =
      nlohmann::json::parse(html.substr(begin, html.find("</script>", begin) - begin));
  EXPECT_EQ(json, nlohmann::json::parse(format_report(report, ReportFormat::json)));
}

TEST(FormatHtml, LoadsNothing) {
  const std::string html = format_html(full_report("plain"));
  EXPECT_THAT(html, HasSubstr("default-src 'none'"));
  EXPECT_FALSE(
      std::regex_search(html, std::regex("<(script|img|iframe|source|video|audio)[^>]* src=")));
  EXPECT_THAT(html, Not(HasSubstr("<link")));
  EXPECT_THAT(html, Not(HasSubstr("@import")));
  EXPECT_THAT(html, Not(HasSubstr("url(http")));
}

TEST(FormatHtml, WarningsStandBeforeResultsAndSaysHowToReproduce) {
  ResultReport report = full_report("plain");
  report.warnings = {"be careful"};
  report.command = {"honestrank", "evaluate", "--model", "ials(factors=16)"};
  const std::string html = format_html(report);
  EXPECT_LT(html.find("be careful"), html.find("<h2 id=\"results-title\">"));
  EXPECT_THAT(html, HasSubstr("honestrank evaluate --model &#39;ials(factors=16)&#39;"));
  EXPECT_THAT(html, HasSubstr("<dd>7</dd>"));
  EXPECT_THAT(html, HasSubstr("<code>00ff</code>"));
  EXPECT_THAT(html, HasSubstr("not known: read from a pipe"));
  EXPECT_THAT(html, HasSubstr("Formula")) << "ndcg@10 is explained";
}

TEST(FormatHtml, DifferencesThatAreNoChanceAreNamedBesideTheValue) {
  ResultReport report = full_report("A");
  EXPECT_THAT(format_html(report), HasSubstr("<small>above other</small>"));
  EXPECT_THAT(format_html(report), HasSubstr("<small>below A</small>"));
  report.differences[0].p_value = 0.06;
  EXPECT_THAT(format_html(report), Not(HasSubstr("<small>above other</small>")));
}

TEST(FormatHtml, AReportWithoutRowsIsAPageToo) {
  ResultReport report;
  report.command = {"honestrank", "sample"};
  EXPECT_THAT(format_html(report), HasSubstr("How to reproduce this"));
}

TEST(FormatHtml, TablesHaveAsManyCellsAsColumns) {
  ResultReport report = full_report("plain");
  report.tables[0].rows[0].pop_back();
  EXPECT_THROW(format_html(report), InputError);
}

TEST(FormatHtml, TextStandsOnTheLeftNumbersOnTheRight) {
  ResultReport report = full_report("plain");
  report.tables = {
      {"title", "caption", {"metric", "estimator", "bias"}, {{"ap", "cls", "0.1"}}, 2}};
  EXPECT_THAT(format_html(report),
              HasSubstr("<td class=\"text\">ap</td><td class=\"text\">cls</td><td>0.1</td>"));
}

TEST(FormatHtml, NotesThatAreConclusionsStandOnceAtTheTop) {
  ResultReport report = full_report("plain");
  report.notes = {"it is so", "this is how"};
  report.conclusions = {"it is so"};
  const std::string html = format_html(report);
  EXPECT_EQ(count(html, "<li>it is so</li>"), 1U);
  EXPECT_LT(html.find("<li>it is so</li>"), html.find("<h2 id=\"results-title\">"));
  EXPECT_GT(html.find("<li>this is how</li>"), html.find("How to read this"));
}

TEST(FormatHtml, TenModelsStayBelowAMegabyte) {
  ResultReport report;
  report.command = {"honestrank", "expect"};
  std::vector<ChartSeries> series;
  for (int model = 0; model < 10; ++model) {
    const std::string name = "model number " + std::to_string(model);
    for (const char* metric : {"ndcg@10", "recall@10", "precision@10", "ap", "rr", "auc"}) {
      for (const char* estimator : {"exact", "naive", "rank", "cls", "bv(0.1)"}) {
        ResultRow own = row(name, metric, 0.12345678901234567 + 0.001 * model);
        own.estimator = estimator;
        report.rows.push_back(own);
      }
    }
    ChartSeries& own = series.emplace_back();
    own.name = name;
    for (int i = 1; i <= 100; ++i) {
      own.x.push_back(i);
      own.y.push_back(1 / std::sqrt(i + model));
    }
  }
  for (int chart = 0; chart < 16; ++chart) {
    report.charts.push_back(
        {.section = "s", .title = "t", .caption = "c", .x = {}, .y = {}, .series = series});
  }
  EXPECT_LT(format_html(report).size(), 1'000'000U);
}

}  // namespace
}  // namespace honestrank

#include "honestrank/report/result_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "temporary_directory.h"

namespace honestrank {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

ResultReport small_report() {
  ResultReport report;
  report.command = {"honestrank", "evaluate"};
  report.seed = 7;
  report.inputs = {{"a.tsv", "00ff"}, {"-", ""}};
  report.rows.push_back(
      {"A & B", "ndcg@10", "exact", 0.125, 0.01, 0.1, 0.15, 0.125, 0.125, 40, 0, {}});
  report.rows.push_back({"c_1, \"x\"",
                         "auc",
                         "exact",
                         kNan,
                         kNan,
                         kNan,
                         kNan,
                         kNan,
                         kNan,
                         0,
                         40,
                         {"40 users skipped: number of items unknown"}});
  return report;
}

std::size_t longest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t longest = 0;
  for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
  return longest;
}

TEST(FormatReport, JsonHasTheWordsOfTheContractAndNullForWhatIsUndefined) {
  const auto json = nlohmann::json::parse(format_report(small_report(), ReportFormat::json));
  EXPECT_EQ(json["seed"], 7);
  EXPECT_EQ(json["inputs"][0]["sha256"], "00ff");
  EXPECT_TRUE(json["inputs"][1]["sha256"].is_null());
  EXPECT_EQ(json["results"][0]["value"], 0.125);
  EXPECT_TRUE(json["results"][1]["value"].is_null());
  EXPECT_TRUE(json["results"][1]["low"].is_null());
  EXPECT_EQ(json["results"][1]["users_skipped"], 40);
  EXPECT_EQ(json["results"][1]["diagnostics"][0], "40 users skipped: number of items unknown");
}

TEST(FormatReport, JsonSurvivesNamesThatAreNotUtf8) {
  ResultReport report = small_report();
  report.rows[0].model = "caf\xe9";
  EXPECT_NO_THROW(nlohmann::json::parse(format_report(report, ReportFormat::json)));
}

TEST(FormatReport, CsvQuotesWhatNeedsItAndLeavesUndefinedFieldsEmpty) {
  const std::string csv = format_report(small_report(), ReportFormat::csv);
  EXPECT_THAT(csv, HasSubstr("\nA & B,ndcg@10,exact,0.125,0.01,0.1,0.15,0.125,0.125,40,0,\n"));
  EXPECT_THAT(csv, HasSubstr("\n\"c_1, \"\"x\"\"\",auc,exact,,,,,,,0,40,"));
}

TEST(FormatReport, CsvNumbersReadBackExactly) {
  ResultReport report = small_report();
  report.rows[0].value = 0.1 + 0.2;
  EXPECT_THAT(format_report(report, ReportFormat::csv), HasSubstr(",0.30000000000000004,"));
}

TEST(FormatReport, TableShowsOnlyColumnsThatSaySomething) {
  ResultReport report = small_report();
  report.rows.pop_back();
  const std::string one = format_report(report, ReportFormat::table);
  EXPECT_THAT(one, Not(HasSubstr("model")));
  EXPECT_THAT(one, Not(HasSubstr("tie")));
  EXPECT_THAT(one, Not(HasSubstr("skipped")));
  report.rows[0].optimistic = 0.2;
  report.rows[0].users_skipped = 3;
  const std::string more = format_report(report, ReportFormat::table);
  EXPECT_THAT(more, HasSubstr("worst..best tie"));
  EXPECT_THAT(more, HasSubstr("0.1250..0.2000"));
  EXPECT_THAT(more, HasSubstr("skipped"));
}

TEST(FormatReport, NotesAndWarningsAreWrappedAt80Columns) {
  ResultReport report = small_report();
  report.notes.push_back(std::string(30, 'n') + ' ' + std::string(30, 'o') + ' ' +
                         std::string(30, 't'));
  report.warnings.push_back(
      "a warning that is long enough to need more than one line of eighty characters to say all of "
      "it");
  const std::string table = format_report(report, ReportFormat::table);
  EXPECT_LE(longest_line(table), 80U);
  EXPECT_THAT(table, HasSubstr("warning: a warning that is long"));
}

TEST(FormatReport, MarkupEscapesItsOwnCharacters) {
  const std::string latex = format_report(small_report(), ReportFormat::latex);
  EXPECT_THAT(latex, HasSubstr("A \\& B & ndcg@10 & 0.1250"));
  EXPECT_THAT(latex, HasSubstr("95 \\% interval"));
  EXPECT_THAT(latex, HasSubstr("c\\_1"));
  ResultReport report = small_report();
  report.rows[0].model = "a|b";
  EXPECT_THAT(format_report(report, ReportFormat::markdown), HasSubstr("| a\\|b | ndcg@10 |"));
}

TEST(FormatReport, TrecPrintsTrecEvalsThreeColumns) {
  ResultReport report = small_report();
  report.rows.resize(1);
  EXPECT_EQ(format_report(report, ReportFormat::trec),
            "runid                 \tall\tA & B\n"
            "ndcg@10               \tall\t0.1250\n");
}

TEST(WritePerUser, HasARowPerUserAndAnEmptyFieldForASkippedOne) {
  const testing_support::TemporaryDirectory directory;
  IdMap users;
  users.add("ann");
  users.add("b,b");
  UserRanks ranks;
  ranks.user = {0, 1};
  Evaluation evaluation;
  evaluation.results.resize(1);
  evaluation.results[0].metric.name = "rr";
  evaluation.results[0].per_user = {0.5, kNan};
  const PerUserValues values{"m", &users, &ranks, &evaluation};
  const auto write = [&](const char* name) {
    OutputFile file(directory.path() / name);
    write_per_user(file, {&values, 1});
    file.commit();
  };
  write("u.csv");
  EXPECT_EQ(testing_support::content_of(directory.path() / "u.csv"),
            "model,user,rr\nm,ann,0.5\nm,\"b,b\",\n");
  write("u.tsv");
  EXPECT_EQ(testing_support::content_of(directory.path() / "u.tsv"),
            "model\tuser\trr\nm\tann\t0.5\nm\tb,b\t\n");
}

}  // namespace
}  // namespace honestrank

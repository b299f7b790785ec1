#include "honestrank/report/comparison_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace honestrank {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();

TEST(MissingUsersWarnings, CountUsersWhomSomeModelsHaveNoValueOf) {
  std::vector<ModelValues> values = {{"A", "ap", "exact", {1, kNan, 3, kNan}},
                                     {"B", "ap", "exact", {1, 2, 3, kNan}}};
  EXPECT_THAT(missing_users_warnings(values),
              ElementsAre(HasSubstr("1 user has a value of some models only")));
  values[1].values = {1, 2, kNan, kNan};
  EXPECT_THAT(missing_users_warnings(values), ElementsAre(HasSubstr("2 users have a value")));
  values[0].values = values[1].values;
  EXPECT_THAT(missing_users_warnings(values), IsEmpty());
}

TEST(AddComparisonNotes, SayTheTestAndHowManyComparisonsThereAre) {
  const std::vector<ModelValues> values = {{"A", "ap", "exact", {1, 2, 3}},
                                           {"B", "ap", "exact", {3, 2, 2}}};
  CompareOptions options;
  options.tests = {PairedTest::bootstrap};
  ComparisonReport report;
  report.comparison = compare_models(values, options);
  add_comparison_notes(options, report);
  EXPECT_THAT(report.report.notes,
              ElementsAre(HasSubstr("paired bootstrap test, two-sided; one comparison"),
                          HasSubstr("intervals (bootstrap (BCa))")));
  EXPECT_THAT(report.report.warnings,
              ElementsAre(HasSubstr("1 of 1 comparisons rest on fewer than 30 users")));
}

/// The report of two models with these values.
ComparisonReport compared(const std::vector<ModelValues>& values, const CompareOptions& options) {
  ComparisonReport report;
  report.comparison = compare_models(values, options);
  add_comparison_notes(options, report);
  return report;
}

TEST(AddComparisonNotes, SayThatDifferencesHaveNoSpread) {
  const std::vector<ModelValues> values = {{"A", "ap", "exact", {0.35, 0.4, 0.6}},
                                           {"B", "ap", "exact", {0.25, 0.3, 0.5}}};
  const ComparisonReport report = compared(values, {});
  EXPECT_THAT(report.report.warnings,
              ElementsAre(HasSubstr("1 of 1 comparisons rest on fewer than 30 users"),
                          HasSubstr("1 of 1 comparisons have the same difference for every user")));
  EXPECT_THAT(compared({values[0], {"B", "ap", "exact", values[0].values}}, {}).report.warnings,
              ElementsAre(HasSubstr("fewer than 30 users")));
}

TEST(ComparisonLatex, SaysOfTheCorrectionWhatTheTerminalSays) {
  std::vector<ModelValues> values = {{"A", "ap", "exact", {1, 2, 3}},
                                     {"B", "ap", "exact", {3, 2, 2}}};
  const auto caption = [&](const CompareOptions& options) {
    return format_comparison(compared(values, options), ReportFormat::latex);
  };
  EXPECT_THAT(caption({}), HasSubstr("(paired t test, two-sided; one comparison: nothing to "
                                     "correct for; $p < 0.05$)"));
  EXPECT_THAT(caption({.correction = Correction::none}), HasSubstr("nothing to correct for"));
  values.push_back({"C", "ap", "exact", {1, 1, 1}});
  EXPECT_THAT(caption({}), HasSubstr("adj. p is Holm-corrected over 3 comparisons; $p"));
  EXPECT_THAT(caption({.correction = Correction::none}),
              HasSubstr("p is not corrected for the 3 comparisons; $p"));
  for (ModelValues& model : values) model.values = {1, kNan, kNan};
  EXPECT_THAT(caption({}), HasSubstr("no comparison has a p-value"));
  EXPECT_THAT(compared(values, {}).report.notes[0], HasSubstr("no comparison has a p-value"));
}

TEST(ComparisonLatex, EscapesNames) {
  const ComparisonReport report =
      compared({{"a<b|c>d", "ap", "exact", {1, 2, 3}}, {"B", "ap", "exact", {3, 2, 2}}}, {});
  EXPECT_THAT(format_comparison(report, ReportFormat::latex),
              HasSubstr("a\\textless{}b\\textbar{}c\\textgreater{}d"));
}

}  // namespace
}  // namespace honestrank

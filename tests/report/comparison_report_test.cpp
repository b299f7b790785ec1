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

}  // namespace
}  // namespace honestrank

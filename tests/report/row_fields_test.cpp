#include "honestrank/report/row_fields.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "honestrank/report/comparison_report.h"
#include "honestrank/report/plan_report.h"

namespace honestrank {
namespace {

using Json = nlohmann::ordered_json;
using Names = std::vector<std::string>;

template <typename Row, typename... More>
Names names_of(const Row& row, const More&... more) {
  Names names;
  visit_fields([&](const char* name, const auto&) { names.emplace_back(name); }, row, more...);
  return names;
}

Names keys_of(const Json& json) {
  Names names;
  for (const auto& [key, value] : json.items()) names.push_back(key);
  return names;
}

Names first_line(const std::string& csv) {
  Names names;
  std::istringstream line(csv.substr(0, csv.find('\n')));
  for (std::string name; std::getline(line, name, ',');) names.push_back(name);
  return names;
}

TEST(VisitFields, NamesAreThoseOfJsonAndCsv) {
  ComparisonReport report;
  report.report.rows.emplace_back();
  report.comparison.means.emplace_back();
  report.comparison.comparisons.emplace_back();
  const Json json = Json::parse(format_comparison(report, ReportFormat::json));
  EXPECT_EQ(keys_of(json["results"][0]), names_of(ResultRow{}));
  EXPECT_EQ(keys_of(json["means"][0]), names_of(GroupMean{}));
  EXPECT_EQ(keys_of(json["comparisons"][0]), names_of(ModelComparison{}, Correction::holm));
  EXPECT_EQ(first_line(format_report(report.report, ReportFormat::csv)), names_of(ResultRow{}));
  EXPECT_EQ(first_line(format_comparison(report, ReportFormat::csv)),
            names_of(ModelComparison{}, Correction::holm));
}

TEST(VisitFields, NamesOfWaysAreThoseOfJsonAndCsv) {
  PlanReport report;
  report.plans.emplace_back().ways.emplace_back();
  const Json json = Json::parse(format_plan(report, ReportFormat::json));
  EXPECT_EQ(keys_of(json["plans"][0]["ways"][0]), names_of(PlannedWay{}));
  Names names = names_of(PlannedWay{});
  names.insert(names.begin(), "metric");
  EXPECT_EQ(first_line(format_plan(report, ReportFormat::csv)), names);
}

TEST(VisitFields, ValuesOfARowThatIsNotConstCanBeSet) {
  ResultRow row;
  visit_fields(
      [](const std::string& name, auto& value) {
        if constexpr (std::is_same_v<std::remove_reference_t<decltype(value)>, double>) {
          if (name == "high") value = 0.25;
        }
      },
      row);
  EXPECT_EQ(row.high, 0.25);
  EXPECT_EQ(row.low, 0);
}

TEST(VisitFields, SamplesThatWereNotRepeatedHaveNoOrder) {
  ModelComparison row;
  const auto order_of = [](const ModelComparison& own) {
    std::optional<double> order;
    visit_fields(
        [&](const std::string& name, const auto& value) {
          if constexpr (std::is_convertible_v<decltype(value), std::optional<double>>) {
            if (name == "repeat_order") order = value;
          }
        },
        own, Correction::holm);
    return order;
  };
  EXPECT_FALSE(order_of(row));
  row.repeats = 4;
  row.repeat_order = 0.75;
  EXPECT_EQ(order_of(row), 0.75);
}

}  // namespace
}  // namespace honestrank

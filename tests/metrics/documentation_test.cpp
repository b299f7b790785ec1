#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "honestrank/metrics/evaluate.h"
#include "honestrank/metrics/metric.h"

namespace honestrank {
namespace {

/// docs/metrics.md as one line, so that a sentence may be broken anywhere.
std::string documentation() {
  std::ifstream file(HONESTRANK_DOCS_DIRECTORY "/metrics.md");
  std::stringstream text;
  text << file.rdbuf();
  return std::regex_replace(text.str(), std::regex("\\s+"), " ");
}

struct Case {
  std::vector<TieGroup> groups;
  std::uint64_t unranked = 0;
  std::uint64_t items = 0;
  std::vector<double> gains;

  UserRanking ranking() const { return {groups, unranked, items, gains}; }
};

/// The table of cases at the head of docs/metrics.md.
const std::map<std::string, Case> kCases = {
    {"1", {{{0, 1, 1}, {2, 1, 1}}, 6, 0, {}}},
    {"2", {{{1, 1, 1}}, 0, 0, {}}},
    {"3", {{{0, 1, 1}, {2, 1, 1}}, 0, 0, {}}},
    {"4", {{{0, 1, 1}, {10, 1, 1}}, 0, 80, {}}},
    {"5", {{{0, 1, 1}, {1, 4, 2}}, 0, 10, {}}},
    {"6", {{{0, 4, 2}}, 0, 10, {}}},
    {"7", {{{0, 1, 1}, {1, 1, 1}, {2, 2, 1}}, 0, 10, {1, 3, 2}}},
};

TEST(MetricsDocumentation, EveryWorkedNumberIsRight) {
  const std::string text = documentation();
  const std::regex worked(
      "`([^`]+)` of case ([0-9]) is `([0-9.]+)`(?: \\(`([0-9.]+)` to `([0-9.]+)`\\))?");
  std::set<MetricKind> kinds;
  constexpr double kPrinted = 5.0001e-5;  // four digits
  for (std::sregex_iterator at(text.begin(), text.end(), worked), end; at != end; ++at) {
    const std::smatch& match = *at;
    const Metric metric = parse_metric(match[1].str());
    const UserRanking ranking = kCases.at(match[2]).ranking();
    kinds.insert(metric.kind);
    EXPECT_NEAR(metric_value(metric, ranking), std::stod(match[3]), kPrinted) << match[0];
    const double low = metric_value(metric, ranking, TiePolicy::pessimistic);
    const double high = metric_value(metric, ranking, TiePolicy::optimistic);
    if (match[4].matched) {
      EXPECT_NEAR(low, std::stod(match[4]), kPrinted) << match[0];
      EXPECT_NEAR(high, std::stod(match[5]), kPrinted) << match[0];
    } else {
      EXPECT_EQ(low, high) << match[0] << " has ties: give the interval";
    }
  }
  for (const MetricSummary& summary : list_metrics()) {
    EXPECT_TRUE(kinds.contains(parse_metric(summary.name).kind))
        << "docs/metrics.md has no worked number of " << summary.name;
  }
}

TEST(MetricsDocumentation, EveryNameOfItsTableCanBeRead) {
  const std::string text = documentation();
  const std::size_t begin = text.find("| ours | also |");
  const std::size_t end = text.find("precision, recall, recall_capped, f1 and hit need");
  ASSERT_NE(begin, std::string::npos);
  ASSERT_NE(end, std::string::npos);
  const std::string table = text.substr(begin, end - begin);
  const std::regex quoted("`([^`]+)`");
  int names = 0;
  for (std::sregex_iterator at(table.begin(), table.end(), quoted), last; at != last; ++at) {
    EXPECT_NO_THROW(parse_metric((*at)[1].str())) << (*at)[1];
    ++names;
  }
  EXPECT_GT(names, 50);
}

}  // namespace
}  // namespace honestrank

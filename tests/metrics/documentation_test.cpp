#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "honestrank/metrics/evaluate.h"
#include "honestrank/metrics/metric.h"

namespace honestrank {
namespace {

/// docs/metrics.md with every run of blanks as one, so that a sentence may be broken anywhere, cut
/// at the backticks: entries with an odd index stand in backticks.
std::vector<std::string> documentation() {
  std::ifstream file(HONESTRANK_DOCS_DIRECTORY "/metrics.md");
  std::vector<std::string> pieces(1);
  std::string word;
  while (file >> word) {
    for (const char c : word + " ") {
      if (c == '`') {
        pieces.emplace_back();
      } else {
        pieces.back() += c;
      }
    }
  }
  pieces.resize(pieces.size() + 4);  // what follows a piece can always be looked at
  return pieces;
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
  const std::vector<std::string> pieces = documentation();
  constexpr double kPrinted = 5.0001e-5;  // four digits
  std::set<MetricKind> kinds;
  // "`ap@5` of case 5 is `0.8407` (`0.7000` to `1.0000`)"
  for (std::size_t i = 1; i + 6 < pieces.size(); i += 2) {
    const std::string& link = pieces[i + 1];
    if (link.size() != 14 || !link.starts_with(" of case ") || !link.ends_with(" is ")) continue;
    const Metric metric = parse_metric(pieces[i]);
    const UserRanking ranking = kCases.at(link.substr(9, 1)).ranking();
    const std::string what = pieces[i] + link + pieces[i + 2];
    kinds.insert(metric.kind);
    EXPECT_NEAR(metric_value(metric, ranking), std::stod(pieces[i + 2]), kPrinted) << what;
    const double low = metric_value(metric, ranking, TiePolicy::pessimistic);
    const double high = metric_value(metric, ranking, TiePolicy::optimistic);
    if (pieces[i + 3] == " (" && pieces[i + 5] == " to ") {
      EXPECT_NEAR(low, std::stod(pieces[i + 4]), kPrinted) << what;
      EXPECT_NEAR(high, std::stod(pieces[i + 6]), kPrinted) << what;
    } else {
      EXPECT_EQ(low, high) << what << " has ties: give the interval";
    }
  }
  for (const MetricSummary& summary : list_metrics()) {
    EXPECT_TRUE(kinds.contains(parse_metric(summary.name).kind))
        << "docs/metrics.md has no worked number of " << summary.name;
  }
}

TEST(MetricsDocumentation, EveryNameOfItsTableCanBeRead) {
  const std::vector<std::string> pieces = documentation();
  std::size_t i = 0;
  while (i < pieces.size() && pieces[i].find("| ours | also |") == std::string::npos) i += 2;
  int names = 0;
  for (; i + 1 < pieces.size() && pieces[i].find("hit need") == std::string::npos; i += 2) {
    EXPECT_NO_THROW(parse_metric(pieces[i + 1])) << pieces[i + 1];
    ++names;
  }
  EXPECT_GT(names, 50);
}

}  // namespace
}  // namespace honestrank

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "honestrank/metrics/evaluate.h"
#include "honestrank/metrics/metric.h"
#include "metrics/metric_spellings.h"

namespace honestrank {
namespace {

using testing::HasSubstr;
using testing::Not;

/// Every kind, with the longest parameters there can be.
std::vector<Metric> explained_metrics() {
  std::vector<Metric> explained;
  for (const metrics::Spelling& spelling : metrics::spellings()) {
    for (const char* cutoff : {"", "@5", "@10", "@18446744073709551615"}) {
      try {
        explained.push_back(parse_metric(std::string(spelling.name) + cutoff));
      } catch (const std::exception&) {
        continue;  // this metric takes no cut-off, or needs one
      }
    }
  }
  explained.push_back(parse_metric("rbp(p=0.12345678901234567,rel=1.2345678901234567)@123456789"));
  return explained;
}

std::string line_with(const std::string& text, std::string_view what) {
  const std::size_t at = text.find(what);
  if (at == std::string::npos) return "";
  const std::size_t begin = text.rfind('\n', at) + 1;
  return text.substr(begin, text.find('\n', at) - begin);
}

TEST(Explain, FitsEightyColumnsAndEndsWithALineEnd) {
  for (const Metric& metric : explained_metrics()) {
    const std::string text = explain(metric);
    ASSERT_FALSE(text.empty());
    EXPECT_EQ(text.back(), '\n');
    std::size_t begin = 0;
    while (begin < text.size()) {
      const std::size_t end = text.find('\n', begin);
      EXPECT_LE(end - begin, 80U) << text.substr(begin, end - begin);
      EXPECT_TRUE(end == begin || text[end - 1] != ' ') << text.substr(begin, end - begin);
      begin = end + 1;
    }
    EXPECT_TRUE(std::all_of(text.begin(), text.end(),
                            [](char c) { return c == '\n' || (c >= 0x20 && c < 0x7f); }));
  }
}

TEST(Explain, GivesTheFormulaWithTheMetricsOwnParameters) {
  for (const Metric& metric : explained_metrics()) {
    const std::string text = explain(metric);
    EXPECT_THAT(text, HasSubstr(canonical_name(metric) + " = "));
    EXPECT_THAT(text, Not(HasSubstr("{")));
    for (const char* section :
         {"\nFormula\n", "\nExample\n", "\nTies\n", "\nUndefined\n", "\nShort lists\n",
          "\nOther names\n", "\nElsewhere\n", "\nReference\n"}) {
      EXPECT_THAT(text, HasSubstr(section));
    }
  }
  EXPECT_THAT(explain(parse_metric("precision@7")),
              HasSubstr("precision@7 = (relevant items of rank <= 7) / 7"));
  EXPECT_THAT(explain(parse_metric("ndcg_exp@20")),
              HasSubstr("i <= 20 of (2^g - 1) / log2(i + 1)"));
  EXPECT_THAT(explain(parse_metric("rbp.85")), HasSubstr("p = 0.85"));
  EXPECT_THAT(explain(parse_metric("recall(rel=3)@10")), HasSubstr("relevant: judged 3 or higher"));
}

TEST(Explain, WorksItsExampleOutCorrectly) {
  const std::vector<TieGroup> one_and_three = {{0, 1, 1}, {2, 1, 1}};
  const std::vector<TieGroup> one_and_eleven = {{0, 1, 1}, {10, 1, 1}};
  for (const MetricSummary& summary : list_metrics()) {
    Metric metric = parse_metric(summary.name);
    const std::string example = line_with(explain(metric), "relevant items at ranks");
    const std::size_t colon = example.rfind(": ");
    ASSERT_NE(colon, std::string::npos) << summary.name;
    const double printed = std::stod(example.substr(colon + 2));
    const bool whole = example.find("ranks 1 and 11") != std::string::npos;
    if (metric.cutoff) metric.cutoff = 5;
    const UserRanking ranking =
        whole ? UserRanking{one_and_eleven, 0, 80, {}} : UserRanking{one_and_three, 6, 0, {}};
    EXPECT_NEAR(metric_value(metric, ranking), printed, 5e-5) << summary.name;
  }
}

}  // namespace
}  // namespace honestrank

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "honestrank/base/error.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/metrics/metric.h"
#include "metrics/metric_spellings.h"

namespace honestrank {
namespace {

using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

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
  explained.push_back(parse_metric("ndcg(rel=2)@10"));
  explained.push_back(parse_metric("rbp(p=0.12345678901234567,rel=1.2345678901234567)@123456789"));
  return explained;
}

/// What stands under `title`, its broken lines joined.
std::string section(const std::string& text, const std::string& title) {
  const std::size_t at = text.find("\n" + title + "\n");
  if (at == std::string::npos) return "";
  const std::size_t begin = at + title.size() + 4;
  std::string joined = text.substr(begin, std::min(text.find("\n\n", begin), text.size()) - begin);
  for (std::size_t cut = joined.find("\n    "); cut != std::string::npos;
       cut = joined.find("\n    ")) {
    joined.replace(cut, 5, " ");
  }
  return joined;
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
    for (const char* title :
         {"\nFormula\n", "\nExample\n", "\nTies\n", "\nUndefined\n", "\nShort lists\n",
          "\nOther names\n", "\nElsewhere\n", "\nReference\n"}) {
      EXPECT_THAT(text, HasSubstr(title));
    }
  }
  EXPECT_THAT(explain(parse_metric("precision@7")),
              HasSubstr("precision@7 = (relevant items of rank <= 7) / 7"));
  EXPECT_THAT(explain(parse_metric("ndcg_exp@20")),
              HasSubstr("i <= 20 of (2^g - 1) / log2(i + 1)"));
  EXPECT_THAT(explain(parse_metric("rbp.85")), HasSubstr("p = 0.85"));
  EXPECT_THAT(explain(parse_metric("recall(rel=3)@10")), HasSubstr("relevant: judged 3 or higher"));
}

const std::vector<TieGroup> kOneAndThree = {{0, 1, 1}, {2, 1, 1}};
const std::vector<TieGroup> kOneAndEleven = {{0, 1, 1}, {10, 1, 1}};

TEST(Explain, WorksItsExampleOutForTheMetricThatWasAsked) {
  const std::vector<double> grades = {1, 3, 3};
  for (const Metric& metric : explained_metrics()) {
    const bool pairs = metric.kind == MetricKind::auc || metric.kind == MetricKind::gauc;
    const bool graded = metric.gain != GainKind::linear || metric.relevance_level > 0;
    const UserRanking ranking = pairs    ? UserRanking{kOneAndEleven, 0, 80, {}}
                                : graded ? UserRanking{kOneAndThree, 1, 0, grades}
                                         : UserRanking{kOneAndThree, 6, 0, {}};
    const std::string example = section(explain(metric), "Example");
    const std::size_t colon = example.rfind(": ");
    ASSERT_NE(colon, std::string::npos) << canonical_name(metric);
    EXPECT_NEAR(metric_value(metric, ranking), std::stod(example.substr(colon + 2)), 5.0001e-5)
        << canonical_name(metric) << ", four digits: " << example;
    if (metric.cutoff) {
      EXPECT_THAT(example, HasSubstr("k = " + std::to_string(*metric.cutoff) + ","));
    } else {
      EXPECT_THAT(example, Not(HasSubstr("k = ")));
    }
  }
}

TEST(Explain, DescribesTheUserOfTheExample) {
  const std::vector<std::pair<const char*, const char*>> examples = {
      {"recall@10", "k = 10, |R| = 8, relevant items at ranks 1 and 3: 0.2500"},
      {"recall", "k = 5 (none was given), |R| = 8, relevant items at ranks 1 and 3: 0.2500"},
      {"ap", "whole ranking, |R| = 8, relevant items at ranks 1 and 3: 0.2083"},
      {"accuracy", "k = 1, |R| = 8, relevant items at ranks 1 and 3: 1.0000"},
      {"rbp(p=0.5)", "p = 0.5, whole ranking, |R| = 8, relevant items at ranks 1 and 3: 0.6250"},
      {"auc", "n = 80, relevant items at ranks 1 and 11: 0.9423"},
      {"recall(rel=2)@10",
       "k = 10, |R| = 2, items judged 1 at rank 1, 3 at rank 3, 3 outside the list: 0.5000"},
      {"recall(rel=5)@10",
       "k = 10, |R| = 2, items judged 1 at rank 1, 5 at rank 3, 5 outside the list: 0.5000"},
      // DCG = 1 + 7/2, IDCG = 7 + 7/log2(3) + 1/2
      {"ndcg(gain=exponential)",
       "whole ranking, |R| = 3, items judged 1 at rank 1, 3 at rank 3, 3 outside the list: 0.3776"},
      // DCG = 3/2
      {"dcg(rel=2)@3",
       "k = 3, |R| = 2, items judged 1 at rank 1, 3 at rank 3, 3 outside the list: 1.5000"},
  };
  for (const auto& [name, example] : examples) {
    EXPECT_EQ(section(explain(name), "Example"), example) << name;
  }
}

TEST(Explain, TakesEveryNameWithoutItsCutoff) {
  for (const metrics::Spelling& spelling : metrics::spellings()) {
    for (const Convention convention :
         {Convention::honestrank, Convention::trec_eval, Convention::recbole}) {
      const std::string text = explain(spelling.name, convention);
      EXPECT_THAT(text, HasSubstr("\nReference\n")) << spelling.name;
      EXPECT_THAT(text, Not(HasSubstr("{"))) << spelling.name;
    }
  }
  EXPECT_THAT(explain("recall"), StartsWith("recall@k: recall in the top k\n"));
  EXPECT_EQ(section(explain("P"), "Formula"), "precision@k = (relevant items of rank <= k) / k");
  EXPECT_EQ(section(explain("map_cut"), "Formula"),
            "ap_trec@k = 1/|R| * sum over relevant ranks i <= k of precision@i");
  EXPECT_EQ(explain("recall,success@5"), explain("recall") + "\n" + explain("hit@5"));
  Metric no_cutoff;
  no_cutoff.kind = MetricKind::recall;
  EXPECT_EQ(explain(no_cutoff), explain("recall"));
  EXPECT_THROW(explain("recal"), InputError);
  EXPECT_THROW(explain("ndcg@0"), InputError);
}

TEST(Explain, SaysPlainlyWhatTheWholeRankingIs) {
  EXPECT_EQ(section(explain("ap"), "Formula"),
            "ap = 1/|R| * sum over relevant ranks i of precision@i");
  EXPECT_EQ(section(explain("rr"), "Formula"),
            "rr = 1 / (rank of the first relevant item), 0 if none is in the ranking");
  for (const char* name : {"ap", "ap_trec", "ndcg", "dcg", "rr", "rbp"}) {
    const std::string text = explain(name);
    EXPECT_THAT(section(text, "Formula"), Not(HasSubstr("<="))) << name;
    EXPECT_THAT(section(text, "Short lists"), Not(HasSubstr("fewer than k"))) << name;
  }
}

TEST(Explain, QuotesOtherToolsForAUserWhoseValueItGives) {
  const std::vector<std::pair<const char*, const char*>> values = {
      {"recall@10", "at ranks 1 and 3; there recall@5 is 0.2500."},
      {"recall_capped@10", "at ranks 1 and 3; there recall_capped@5 is 0.4000."},
      {"ap", "at ranks 1 and 3; there ap@5 is 0.3333."},
      {"ap_trec@20", "at ranks 1 and 3; there ap_trec@5 is 0.2083."},
      {"ndcg_exp@10", "at ranks 1 and 3; there ndcg@5 is 0.5087."},
      {"dcg", "at ranks 1 and 3; there dcg@5 is 1.5000."},
      {"auc(rel=2)", "at ranks 1 and 11; there auc is 0.9423."},
  };
  for (const auto& [name, value] : values) {
    EXPECT_THAT(section(explain(name), "Elsewhere"), HasSubstr(value));
  }
}

}  // namespace
}  // namespace honestrank

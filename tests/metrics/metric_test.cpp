#include "honestrank/metrics/metric.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "honestrank/base/error.h"

namespace honestrank {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::string canonical(std::string_view name, Convention convention = Convention::honestrank) {
  return canonical_name(parse_metric(name, convention));
}

std::string error_of(std::string_view name, Convention convention = Convention::honestrank) {
  try {
    parse_metric(name, convention);
  } catch (const InputError& error) {
    return error.what();
  }
  return "no error";
}

TEST(ParseMetric, ReadsEverySpelling) {
  const std::vector<std::pair<const char*, const char*>> spellings = {
      // ours
      {"ndcg@10", "ndcg@10"},
      {"ndcg", "ndcg"},
      {"dcg@10", "dcg@10"},
      {"recall@20", "recall@20"},
      {"recall_capped@20", "recall_capped@20"},
      {"recall_cap@20", "recall_capped@20"},
      {"precision@10", "precision@10"},
      {"prec@10", "precision@10"},
      {"p@10", "precision@10"},
      {"f1@10", "f1@10"},
      {"f1_10", "f1@10"},
      {"ap", "ap"},
      {"ap@10", "ap@10"},
      {"map", "ap"},
      {"map@10", "ap@10"},
      {"ap_trec@10", "ap_trec@10"},
      {"rr", "rr"},
      {"mrr", "rr"},
      {"MRR@10", "rr@10"},
      {"hit@10", "hit@10"},
      {"hr@10", "hit@10"},
      {"hit_rate@10", "hit@10"},
      {"hitrate@10", "hit@10"},
      {"success@10", "hit@10"},
      {"accuracy", "hit@1"},
      {"auc", "auc"},
      {"roc_auc", "auc"},
      {"gauc", "gauc"},
      {"GAUC", "gauc"},
      {"r_precision", "r_precision"},
      {"r-precision", "r_precision"},
      {"rbp", "rbp(p=0.8)"},
      {"rbp@20", "rbp(p=0.8)@20"},
      {"rbp.85", "rbp(p=0.85)"},
      {"rbp.85@20", "rbp(p=0.85)@20"},
      {"rbp(0.85)", "rbp(p=0.85)"},
      {"rbp(p=0.85)", "rbp(p=0.85)"},
      {"rbp(p=0.85)@20", "rbp(p=0.85)@20"},
      // trec_eval
      {"ndcg_cut_10", "ndcg@10"},
      {"ndcg_cut.10", "ndcg@10"},
      {"map_cut_10", "ap_trec@10"},
      {"map_cut.10", "ap_trec@10"},
      {"P_10", "precision@10"},
      {"P.10", "precision@10"},
      {"recall_100", "recall@100"},
      {"recall.20", "recall@20"},
      {"success_5", "hit@5"},
      {"success.5", "hit@5"},
      {"recip_rank", "rr"},
      {"Rprec", "r_precision"},
      // ir_measures
      {"nDCG@10", "ndcg@10"},
      {"nDCG(gain='exp')@10", "ndcg(gain=exponential)@10"},
      {"nDCG(dcg='exp-log2')@10", "ndcg(gain=exponential)@10"},
      {"nDCG(dcg=\"log2\")@10", "ndcg@10"},
      {"P(rel=2)@5", "precision(rel=2)@5"},
      {"AP(rel=2)@100", "ap(rel=2)@100"},
      {"AP(cutoff=100)", "ap@100"},
      {"R@10", "recall@10"},
      {"Success( rel = 2 )@5", "hit(rel=2)@5"},
      {"RBP(p=0.8,rel=1)@10", "rbp(p=0.8,rel=1)@10"},
      // ranx
      {"precision@5-l2", "precision(rel=2)@5"},
      {"map-l3", "ap(rel=3)"},
      {"rbp.95-l2", "rbp(p=0.95,rel=2)"},
      {"ndcg@10-l2", "ndcg(rel=2)@10"},
      {"ndcg_burges@10-l2", "ndcg(gain=exponential,rel=2)@10"},
      {"dcg-l3", "dcg(rel=3)"},
      {"ndcg_burges@10", "ndcg(gain=exponential)@10"},
      {"ndcg_exp@10", "ndcg(gain=exponential)@10"},
      {"dcg_burges", "dcg(gain=exponential)"},
      // and whatever surrounds it
      {"  ndcg@10\t\n", "ndcg@10"},
      {"ndcg@18446744073709551615", "ndcg@18446744073709551615"},
      {"precision(rel=0.5)@10", "precision(rel=0.5)@10"},
  };
  for (const auto& [asked, expected] : spellings) {
    EXPECT_EQ(canonical(asked), expected) << asked;
    EXPECT_EQ(canonical(expected), expected) << "read back";
  }
}

TEST(ParseMetric, KeepsTheNameThatWasAskedFor) {
  EXPECT_EQ(parse_metric(" P_10 ").name, "P_10");
  EXPECT_EQ(parse_metric("nDCG(gain='exp')@10").name, "nDCG(gain='exp')@10");
  EXPECT_EQ(parse_metric("MRR@10").name, "MRR@10");
}

TEST(ParseMetric, FollowsTheConventionWhereToolsDiffer) {
  EXPECT_EQ(canonical("map@10", Convention::trec_eval), "ap_trec@10");
  EXPECT_EQ(canonical("AP@10", Convention::trec_eval), "ap_trec@10");
  EXPECT_EQ(canonical("map", Convention::trec_eval), "ap") << "the same without a cut-off";
  EXPECT_EQ(canonical("ndcg@10", Convention::trec_eval), "ndcg@10");
  EXPECT_EQ(canonical("rbp(rel=1)", Convention::trec_eval), "rbp(p=0.9,rel=1)");
  EXPECT_EQ(canonical("rbp.85-l2", Convention::trec_eval), "rbp(p=0.85,rel=2)");
  EXPECT_EQ(canonical("ndcg@10", Convention::recbole), "ndcg(gain=binary)@10");
  EXPECT_EQ(canonical("ndcg_exp@10", Convention::recbole), "ndcg(gain=exponential)@10");
  EXPECT_EQ(canonical("map@10", Convention::recbole), "ap@10");
}

TEST(ParseMetric, RefusesUnderAPresetWhatTheOtherToolDefinesDifferently) {
  EXPECT_EQ(error_of("AUC", Convention::recbole),
            "parse_metric: expected gauc under RecBole's conventions (its AUC is over the pairs of "
            "all users at once, no mean over users); got 'AUC'");
  EXPECT_EQ(error_of("rbp", Convention::trec_eval),
            "parse_metric: expected a relevance level with rbp under trec_eval's conventions, as "
            "in rbp(rel=1) (trec_eval scales grades to 0..1; here relevance is binary); got 'rbp'");
  EXPECT_EQ(canonical("gauc", Convention::recbole), "gauc");
  EXPECT_EQ(canonical("auc", Convention::trec_eval), "auc") << "trec_eval has none of its own";
  EXPECT_EQ(canonical("rbp", Convention::recbole), "rbp(p=0.8)") << "RecBole has none of its own";
}

TEST(ParseMetric, SaysWhatWasExpected) {
  const std::vector<std::pair<const char*, const char*>> faults = {
      {"ndgc@10",
       "parse_metric: expected the name of a metric; got 'ndgc@10'; did you mean ndcg@10?"},
      {"recal@20",
       "parse_metric: expected the name of a metric; got 'recal@20'; did you mean recall@20?"},
      {"precission",
       "parse_metric: expected the name of a metric; got 'precission'; did you mean precision@10?"},
      {"coverage",
       "parse_metric: expected the name of a metric; got 'coverage'; the metrics are auc, gauc, "
       "precision, recall, recall_capped, f1, ap, ap_trec, ndcg, dcg, rr, hit, rbp, r_precision"},
      {"precision", "parse_metric: expected a cut-off, as in precision@10; got 'precision'"},
      {"recall", "parse_metric: expected a cut-off, as in recall@10; got 'recall'"},
      {"hr", "parse_metric: expected a cut-off, as in hit@10; got 'hr'"},
      {"ndcg@0", "parse_metric: expected a cut-off from 1 to 18446744073709551615; got 'ndcg@0'"},
      {"ndcg@18446744073709551616",
       "parse_metric: expected a cut-off from 1 to 18446744073709551615; got "
       "'ndcg@18446744073709551616'"},
      {"ndcg@", "parse_metric: expected a whole number as cut-off, as in ndcg@10; got 'ndcg@'"},
      {"ndcg@-1", "parse_metric: expected a whole number as cut-off, as in ndcg@10; got 'ndcg@-1'"},
      {"ndcg@10x", "parse_metric: expected the name to end before 'x'; got 'ndcg@10x'"},
      {"ndcg@10@20", "parse_metric: expected the name to end before '@20'; got 'ndcg@10@20'"},
      {"ndcg_10@20", "parse_metric: expected the name to end before '@20'; got 'ndcg_10@20'"},
      {"ndcg(cutoff=5)@10", "parse_metric: expected one cut-off; got 'ndcg(cutoff=5)@10'"},
      {"auc@10",
       "parse_metric: expected auc without a cut-off (it compares a relevant item with every "
       "irrelevant one; elsewhere AUC@k looks at the top k alone, or credits half of the rest); "
       "got 'auc@10'"},
      {"rprec@10",
       "parse_metric: expected r_precision without a cut-off (its cut-off is the number of "
       "relevant items); got 'rprec@10'"},
      {"accuracy@5",
       "parse_metric: expected accuracy without a cut-off (it is hit@1); got 'accuracy@5'"},
      {"rbp.", "parse_metric: expected digits after the point, as in rbp.85; got 'rbp.'"},
      {"rbp(p=1)",
       "parse_metric: expected a persistence p above 0 and below 1, as in rbp(p=0.85); got "
       "'rbp(p=1)'"},
      {"rbp(nan)",
       "parse_metric: expected a persistence p above 0 and below 1, as in rbp(p=0.85); got "
       "'rbp(nan)'"},
      {"ndcg(p=0.5)@10",
       "parse_metric: expected a persistence with rbp alone; got 'ndcg(p=0.5)@10'"},
      {"recall(gain=exp)@10",
       "parse_metric: expected gain= with ndcg or dcg alone; got 'recall(gain=exp)@10'"},
      {"ndcg(gain=cubic)@10",
       "parse_metric: expected gain=linear, gain=exponential or gain=binary; got "
       "'ndcg(gain=cubic)@10'"},
      {"ndcg_exp(rel=513)@10",
       "parse_metric: expected a relevance level that gains can reach (up to 1e150; exponential: "
       "up to 512); got 'ndcg_exp(rel=513)@10'"},
      {"ndcg_cut", "parse_metric: expected a cut-off, as in ndcg_cut_10; got 'ndcg_cut'"},
      {"p(rel=0)@5",
       "parse_metric: expected a relevance level above 0, as in rel=2; got 'p(rel=0)@5'"},
      {"p(rel=inf)@5",
       "parse_metric: expected a relevance level above 0, as in precision(rel=2)@10; got "
       "'p(rel=inf)@5'"},
      {"p(rel=2)@5-l3", "parse_metric: expected one relevance level; got 'p(rel=2)@5-l3'"},
      {"p(judged_only=true)@5",
       "parse_metric: expected rel=, gain=, p= or cutoff=, not 'judged_only'; got "
       "'p(judged_only=true)@5'"},
      {"p(rel=2,)@5", "parse_metric: expected a parameter after the comma; got 'p(rel=2,)@5'"},
      {"p(2)@5", "parse_metric: expected parameters as in precision(rel=2)@10; got 'p(2)@5'"},
      {"p(rel=2@5", "parse_metric: expected a closing parenthesis; got 'p(rel=2@5'"},
  };
  for (const auto& [asked, message] : faults) EXPECT_EQ(error_of(asked), message);
  EXPECT_THAT(error_of(""), HasSubstr("expected the name of a metric; got ''; the metrics are"));
  EXPECT_THAT(error_of("@10"), HasSubstr("expected the name of a metric"));
}

TEST(ParseMetric, PutsNoControlCharactersAndNoPagesIntoAMessage) {
  EXPECT_THAT(error_of("ndcg\x01\x1b[2J"), HasSubstr("'ndcg\\x01\\x1b[2J'"));
  EXPECT_LT(error_of(std::string(1000000, 'n')).size(), 400U);
}

TEST(ParseMetric, ThrowsNothingButInputErrorOnArbitraryBytes) {
  const std::string alphabet = "ndcgrpmaphitbelf1_05.@()-,='\" \t\x80\xff";
  const std::vector<std::string> seeds = {"ndcg(gain='exp')@10", "P(rel=2)@5", "rbp.85@10",
                                          "precision@5-l2",      "map_cut_10", "r-precision"};
  std::mt19937_64 random(12);
  int understood = 0;
  for (int repeat = 0; repeat < 30000; ++repeat) {
    std::string text;
    if (repeat % 2 == 0) {
      text = seeds[random() % seeds.size()];
      for (std::uint64_t edits = random() % 4; edits > 0; --edits) {
        text[random() % text.size()] = alphabet[random() % alphabet.size()];
      }
    } else {
      text.resize(random() % 12);
      for (char& c : text) c = alphabet[random() % alphabet.size()];
    }
    try {
      const Metric metric = parse_metric(text);
      const std::string name = canonical_name(metric);
      ASSERT_EQ(canonical(name), name) << text;
      ++understood;
    } catch (const InputError&) {
    }
    try {
      parse_metrics(text);
    } catch (const InputError&) {
    }
  }
  EXPECT_GT(understood, 3000);
}

std::vector<std::string> names(std::string_view list) {
  std::vector<std::string> result;
  for (const Metric& metric : parse_metrics(list)) result.push_back(metric.name);
  return result;
}

TEST(ParseMetrics, ReadsAListWithParametersAndRepeatedCutoffs) {
  EXPECT_THAT(names("ndcg@10, auc ,P_5"), ElementsAre("ndcg@10", "auc", "P_5"));
  EXPECT_THAT(names("ndcg@5,10,20"), ElementsAre("ndcg@5", "ndcg@10", "ndcg@20"));
  EXPECT_THAT(names("P.5,10,ndcg_cut_10,20"),
              ElementsAre("P.5", "P.10", "ndcg_cut_10", "ndcg_cut_20"));
  EXPECT_THAT(names("RBP(p=0.8,rel=1)@10,20"),
              ElementsAre("RBP(p=0.8,rel=1)@10", "RBP(p=0.8,rel=1)@20"));
  EXPECT_THAT(names("ndcg@5-l2,10"), ElementsAre("ndcg@5-l2", "ndcg@10-l2"));
  EXPECT_THAT(names("precision@5-l2,10"), ElementsAre("precision@5-l2", "precision@10-l2"));
}

TEST(ParseMetrics, RefusesEmptyNamesAndNumbersWithoutAMetric) {
  EXPECT_THROW(parse_metrics(""), InputError);
  EXPECT_THROW(parse_metrics("ndcg@10,"), InputError);
  EXPECT_THROW(parse_metrics("ndcg@10,,auc"), InputError);
  EXPECT_THROW(parse_metrics("10"), InputError);
  try {
    parse_metrics("auc,10");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_STREQ(error.what(),
                 "parse_metric: expected a metric with a cut-off before a bare number, not 'auc'; "
                 "got '10'");
  }
}

TEST(ListMetrics, NamesEveryKindOnceAndItsNamesCanBeRead) {
  const std::vector<MetricSummary> summaries = list_metrics();
  std::set<MetricKind> kinds;
  for (const MetricSummary& summary : summaries) {
    kinds.insert(parse_metric(summary.name).kind);
    EXPECT_EQ(canonical(summary.name), summary.name);
    EXPECT_FALSE(summary.sentence.empty());
  }
  EXPECT_EQ(kinds.size(), summaries.size());
  EXPECT_EQ(kinds.size(), static_cast<std::size_t>(MetricKind::r_precision) + 1);
}

}  // namespace
}  // namespace honestrank

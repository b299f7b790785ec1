// Krichene & Rendle's Table 3, recommender Y on MovieLens 1M: what sampled and corrected metrics
// come to over all samples of 100 items, without replacement; corrections with the binomial
// likelihood and the mean number of items, as theirs.

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "honestrank/estimators/estimate.h"
#include "honestrank/models/item_knn.h"
#include "honestrank/rankings/full_ranks.h"
#include "models/movielens_split.h"

namespace honestrank {
namespace {

struct Column {
  const char* estimator;
  double recall, ndcg, ap, auc;                                          // in per cent
  double recall_deviation, ndcg_deviation, ap_deviation, auc_deviation;  // as published
};

constexpr Column kTable[] = {
    {"naive", 56.51, 34.82, 30.03, 85.33, 0.22, 0.16, 0.20, 0.04},
    {"rank", 17.28, 17.28, 17.83, 85.34, 0.28, 0.28, 0.28, 0.04},
    {"cls", 8.43, 3.95, 3.54, 85.33, 0.14, 0.06, 0.06, 0.04},
    {"bv(1)", 4.60, 2.12, 2.32, 84.64, 0.07, 0.03, 0.03, 0.04},
    {"bv(0.1)", 6.97, 3.25, 3.20, 85.26, 0.21, 0.10, 0.07, 0.04},
    {"bv(0.01)", 8.24, 3.88, 3.64, 85.32, 0.51, 0.28, 0.18, 0.04},
    {"bv(0.001)", 8.70, 4.14, 3.81, 85.33, 1.07, 0.66, 0.45, 0.04},
};

TEST(MovieLensCorrections, AreThoseOfTableThree) {
  const std::optional<Split> split = testing_support::movielens_split();
  if (!split) GTEST_SKIP() << "no MovieLens 1M in " << testing_support::movielens_folder();
  const ScoreSource model = item_knn(split->train, {.q = 3});
  const UserRanks ranks = full_ranks(model, split->test, split->train);
  std::vector<Estimator> estimators;
  for (const Column& column : kTable) estimators.push_back(parse_estimator(column.estimator));
  const auto metrics = parse_metrics("recall@10,ndcg@10,ap,auc");
  CorrectionOptions correction;
  correction.population = Population::mean;
  correction.likelihood = Replacement::with;
  const auto expected =
      expect_estimates(ranks, metrics, estimators,
                       {.samples = 100, .replacement = Replacement::without}, correction);
  for (std::size_t i = 0; i < estimators.size(); ++i) {
    const Column& column = kTable[i];
    const double values[] = {column.recall, column.ndcg, column.ap, column.auc};
    const double deviations[] = {column.recall_deviation, column.ndcg_deviation,
                                 column.ap_deviation, column.auc_deviation};
    for (std::size_t metric = 0; metric < metrics.size(); ++metric) {
      const ExpectedMetric& own = expected[i * metrics.size() + metric];
      const std::string name = column.estimator + std::string(" ") + metrics[metric].name;
      EXPECT_NEAR(100 * own.value, values[metric], 0.0151) << name;  // the last digit, plus 1
      // Published from 100 runs, to two digits.
      EXPECT_NEAR(100 * own.standard_deviation, deviations[metric],
                  0.2 * deviations[metric] + 0.005)
          << name;
    }
  }
}

}  // namespace
}  // namespace honestrank

// Krichene & Rendle's Table 3, recommender Y on MovieLens 1M: what sampled and corrected metrics
// come to over all samples of 100 items, without replacement; corrections with the binomial
// likelihood and the mean number of items, as theirs.

#include <gtest/gtest.h>

#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "honestrank/estimators/estimate.h"
#include "honestrank/models/item_knn.h"
#include "honestrank/rankings/full_ranks.h"
#include "honestrank/sampling/sample_ranks.h"
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

/// The published figures of one cell, in per cent.
struct Published {
  std::string name;
  double value, deviation;
};

/// All estimators' cells, in the order of `estimate`.
std::vector<Published> published_cells(const std::vector<Metric>& metrics) {
  std::vector<Published> cells;
  for (const Column& column : kTable) {
    const double values[] = {column.recall, column.ndcg, column.ap, column.auc};
    const double deviations[] = {column.recall_deviation, column.ndcg_deviation,
                                 column.ap_deviation, column.auc_deviation};
    for (std::size_t i = 0; i < metrics.size(); ++i) {
      cells.push_back(
          {column.estimator + std::string(" ") + metrics[i].name, values[i], deviations[i]});
    }
  }
  return cells;
}

class MovieLensCorrections : public ::testing::Test {
 protected:
  MovieLensCorrections() {
    for (const Column& column : kTable) estimators.push_back(parse_estimator(column.estimator));
    correction.population = Population::mean;
    correction.likelihood = Replacement::with;
  }

  std::vector<ExpectedMetric> expected(const Split& split, const ScoreSource& model) const {
    const UserRanks ranks = full_ranks(model, split.test, split.train);
    return expect_estimates(ranks, metrics, estimators,
                            {.samples = 100, .replacement = Replacement::without}, correction);
  }

  std::vector<Estimator> estimators;
  std::vector<Metric> metrics = parse_metrics("recall@10,ndcg@10,ap,auc");
  CorrectionOptions correction;
};

TEST_F(MovieLensCorrections, AreThoseOfTableThree) {
  const std::optional<Split> split = testing_support::movielens_split();
  if (!split) GTEST_SKIP() << "no MovieLens 1M in " << testing_support::movielens_folder();
  const auto own = expected(*split, item_knn(split->train, {.q = 3}));
  const std::vector<Published> published = published_cells(metrics);
  for (std::size_t i = 0; i < published.size(); ++i) {
    const auto& [name, value, deviation] = published[i];
    EXPECT_NEAR(100 * own[i].value, value, 0.0151) << name;  // the last digit, plus 1
    // Published from 100 runs, to two digits.
    EXPECT_NEAR(100 * own[i].standard_deviation, deviation, 0.2 * deviation + 0.005) << name;
  }
}

/// As they did it: 100 samples of all users, drawn and corrected.
TEST_F(MovieLensCorrections, SpreadOverAHundredSamplesAsPublished) {
  const std::optional<Split> split = testing_support::movielens_split();
  if (!split) GTEST_SKIP() << "no MovieLens 1M in " << testing_support::movielens_folder();
  const ScoreSource model = item_knn(split->train, {.q = 3});
  SampleOptions sampling;
  sampling.samples = 100;
  sampling.replacement = Replacement::without;
  sampling.repeats = 100;
  EstimateOptions options;
  options.correction = correction;
  const auto repeats = estimate_repeats(sample_ranks(model, split->test, split->train, sampling),
                                        metrics, estimators, options);
  const auto exact = expected(*split, model);
  const std::vector<Published> published = published_cells(metrics);
  for (std::size_t i = 0; i < published.size(); ++i) {
    const auto& [name, value, deviation] = published[i];
    double sum = 0;
    double squares = 0;
    for (const auto& repeat : repeats) sum += repeat[i].result.value;
    const double mean = sum / 100;
    for (const auto& repeat : repeats) {
      squares += (repeat[i].result.value - mean) * (repeat[i].result.value - mean);
    }
    const double own = std::sqrt(squares / 99);
    EXPECT_NEAR(mean, exact[i].value, 4 * exact[i].standard_deviation / 10) << name;
    EXPECT_NEAR(100 * own, deviation, 0.2 * deviation + 0.005) << name;  // printed to two digits
  }
}

}  // namespace
}  // namespace honestrank

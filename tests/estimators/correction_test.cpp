// What the tables of the estimators must be, by their definitions.

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <vector>

#include "estimators/nonnegative_least_squares.h"
#include "honestrank/base/random.h"
#include "honestrank/estimators/estimate.h"

namespace honestrank {
namespace {

std::vector<double> table(const char* metric, const char* estimator, std::uint64_t irrelevant,
                          std::uint64_t samples, Replacement replacement = Replacement::with) {
  return correction_table(parse_metric(metric), parse_estimator(estimator),
                          SamplingModel(irrelevant, samples, replacement));
}

double metric_at(const char* metric, std::uint64_t rank, std::uint64_t items) {
  const TieGroup group{rank - 1, 1, 1};
  return metric_value(parse_metric(metric), {{&group, 1}, 0, items, {}});
}

/// Where everything is drawn, all that correct give the metric itself.
TEST(Corrections, AreTheMetricWhereEverythingIsDrawn) {
  for (const char* metric : {"recall@3", "ndcg@5", "ap", "auc", "rbp"}) {
    for (const char* estimator :
         {"rank", "rank_linear", "least_squares", "cls", "bv(0.5)", "bv(1)", "naive"}) {
      const auto values = table(metric, estimator, 20, 20, Replacement::without);
      for (std::uint64_t rank = 1; rank <= 21; ++rank) {
        EXPECT_NEAR(values[rank - 1], metric_at(metric, rank, 21), 1e-9)
            << metric << " " << estimator << " " << rank;
      }
    }
  }
}

TEST(Corrections, TakeTheRankThatTheSampledOneStandsFor) {
  const auto down = table("ap", "rank", 30, 7);
  const auto between = table("ap", "rank_linear", 30, 7);
  for (std::uint64_t sampled = 0; sampled <= 7; ++sampled) {
    EXPECT_EQ(down[sampled], 1.0 / static_cast<double>(1 + 30 * sampled / 7));
    EXPECT_LE(between[sampled], down[sampled]);
  }
  const double x = 30.0 / 7;  // between ranks 5 and 6
  EXPECT_NEAR(between[1], 0.2 + (x - 4) * (1.0 / 6 - 0.2), 1e-15);
}

/// bv by its definition: dense matrices over all ranks.
TEST(Corrections, BvSolvesItsEquations) {
  constexpr Eigen::Index kRanks = 60;
  constexpr Eigen::Index kSamples = 9;
  const SamplingModel model(kRanks - 1, kSamples, Replacement::without);
  Eigen::MatrixXd a(kRanks, kSamples + 1);
  Eigen::VectorXd b(kRanks);
  for (Eigen::Index r = 0; r < kRanks; ++r) {
    b[r] = metric_at("ndcg@8", static_cast<std::uint64_t>(r + 1), kRanks);
    for (Eigen::Index j = 0; j <= kSamples; ++j) {
      a(r, j) = model.probability(static_cast<std::uint64_t>(j), static_cast<std::uint64_t>(r));
    }
  }
  for (const double gamma : {1.0, 0.3, 0.01}) {
    const Eigen::MatrixXd g =
        (1 - gamma) * a.transpose() * a + gamma * Eigen::MatrixXd(a.colwise().sum().asDiagonal());
    const Eigen::VectorXd expected = g.fullPivLu().solve(a.transpose() * b);
    const auto values = table("ndcg@8", ("bv(" + std::to_string(gamma) + ")").c_str(), kRanks - 1,
                              kSamples, Replacement::without);
    for (Eigen::Index j = 0; j <= kSamples; ++j) {
      EXPECT_NEAR(values[static_cast<std::size_t>(j)], expected[j], 1e-9) << gamma;
    }
  }
}

/// The bias of an estimator at each rank.
std::vector<double> biases(const std::vector<double>& values, const char* metric,
                           const SamplingModel& model) {
  std::vector<double> result;
  for (std::uint64_t above = 0; above <= model.irrelevant(); ++above) {
    double mean = 0;
    for (std::uint64_t j = 0; j <= model.samples(); ++j) {
      mean += model.probability(j, above) * values[j];
    }
    result.push_back(mean - metric_at(metric, above + 1, model.irrelevant() + 1));
  }
  return result;
}

double squares(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value * value;
  return sum;
}

TEST(Corrections, LeastSquaresHasTheLeastBiasAndClsTheLeastThatFalls) {
  const SamplingModel model(99, 12, Replacement::with);
  for (const char* metric : {"recall@5", "ndcg@10", "ap"}) {
    const auto of = [&](const char* estimator) { return table(metric, estimator, 99, 12); };
    const auto free = of("least_squares");
    const auto falling = of("cls");
    for (std::size_t j = 0; j + 1 < falling.size(); ++j) EXPECT_GE(falling[j], falling[j + 1]);
    EXPECT_GE(falling.back(), 0);
    const double least = squares(biases(free, metric, model));
    const double least_falling = squares(biases(falling, metric, model));
    EXPECT_LE(least, least_falling * (1 + 1e-9));
    for (const char* other : {"naive", "rank", "rank_linear", "bv(0.1)"}) {
      EXPECT_LE(least, squares(biases(of(other), metric, model)) * (1 + 1e-9)) << other;
    }
    // No small change that keeps it falling and not negative makes the bias smaller.
    for (std::size_t first = 0; first < falling.size(); ++first) {
      for (std::size_t last = first; last < falling.size(); ++last) {
        for (const double step : {1e-4, -1e-4}) {
          auto changed = falling;
          for (std::size_t j = first; j <= last; ++j) changed[j] += step;
          bool allowed = changed.back() >= 0;
          for (std::size_t j = 0; j + 1 < changed.size(); ++j) {
            allowed = allowed && changed[j] >= changed[j + 1];
          }
          if (!allowed) continue;
          EXPECT_GE(squares(biases(changed, metric, model)), least_falling * (1 - 1e-9));
        }
      }
    }
  }
}

TEST(NonnegativeLeastSquares, MeetsTheConditionsOfTheOptimum) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const CounterRandom random(seed);
    Eigen::MatrixXd a(seed % 3 == 1 ? 5 : 12, 7);  // also fewer rows than columns
    Eigen::VectorXd b(a.rows());
    for (Eigen::Index i = 0; i < a.size(); ++i) {
      a.data()[i] = random.normal(static_cast<std::uint64_t>(i));
    }
    for (Eigen::Index i = 0; i < b.size(); ++i) {
      b[i] = random.normal(static_cast<std::uint64_t>(i), 1);
    }
    if (seed % 3 == 2) a.col(5) = a.col(2) + 1e-14 * a.col(1);  // and columns that look alike
    const auto solution = estimators::solve_nonnegative(a, b);
    EXPECT_TRUE(solution.converged);
    const Eigen::VectorXd gradient = a.transpose() * (b - a * solution.x);
    for (Eigen::Index i = 0; i < 7; ++i) {
      EXPECT_GE(solution.x[i], 0);
      EXPECT_LE(gradient[i], 1e-9);
      if (solution.x[i] > 0) {
        EXPECT_NEAR(gradient[i], 0, 1e-9);
      }
    }
  }
}

}  // namespace
}  // namespace honestrank

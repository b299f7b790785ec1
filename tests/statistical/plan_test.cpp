// Plans from simulated pilots: the samples that they ask for reach the wanted error in at least 90
// % of runs, and are at most twice the fewest that do.

#include "honestrank/comparison/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "comparison/simulated_ranks.h"
#include "honestrank/metrics/evaluate.h"

namespace honestrank {
namespace {

using testing_support::falling;
using testing_support::simulated_ranks;
using testing_support::simulated_sample;

constexpr std::uint64_t kItems = 400;
constexpr std::uint64_t kUsers = 20'000;
constexpr std::size_t kRuns = 200;

/// Errors over all samples and users that could be drawn, from the probabilities of ranks.
class Truth {
 public:
  Truth(std::vector<double> probability, Metric metric, Estimator estimator)
      : probability_(std::move(probability)),
        metric_(std::move(metric)),
        estimator_(std::move(estimator)) {}

  double error(std::uint64_t samples) {
    const auto [known, is_new] = errors_.try_emplace(samples, 0);
    if (!is_new) return known->second;
    const SamplingModel model(kItems - 1, samples, Replacement::with);
    const auto table = correction_table(metric_, estimator_, model);
    double bias = 0;
    double variance = 0;
    for (std::uint64_t above = 0; above < kItems; ++above) {
      const CountDistribution counts = model.distribution(above);
      double mean = 0;
      double square = 0;
      for (std::size_t i = 0; i < counts.probability.size(); ++i) {
        const double value = table[counts.first + i];
        mean += counts.probability[i] * value;
        square += counts.probability[i] * value * value;
      }
      const TieGroup group{above, 1, 1};
      const double exact = metric_value(metric_, {{&group, 1}, 0, kItems, {}});
      bias += probability_[above] * (mean - exact);
      variance += probability_[above] * (square - mean * mean);
    }
    known->second = std::sqrt(bias * bias + variance / kUsers);
    return known->second;
  }

  std::uint64_t fewest(double wanted) {
    std::uint64_t samples = 1;
    while (error(samples) > wanted && samples < kItems) ++samples;
    return samples;
  }

  const std::vector<double>& probability() const { return probability_; }

 private:
  std::vector<double> probability_;
  Metric metric_;
  Estimator estimator_;
  std::map<std::uint64_t, double> errors_;
};

struct Outcome {
  double reached = 0;   ///< share of runs
  double generous = 0;  ///< share of runs with more than twice the fewest samples
};

Outcome planned(double power, const std::string& metric, const std::string& estimator,
                double wanted, std::size_t pilot_users,
                const std::function<UserRanks(const UserRanks&, std::size_t)>& pilot) {
  const auto metrics = parse_metrics(metric);
  const auto estimators = parse_estimators(estimator);
  Truth truth(falling(kItems, power), metrics[0], estimators[0]);
  const std::uint64_t fewest = truth.fewest(wanted);
  EXPECT_LT(fewest, kItems / 2) << "a case that cannot fail says nothing";
  EXPECT_GT(fewest, 2U);
  PlanOptions options;
  options.users = kUsers;
  options.cost = {1e-6, 1e-6};
  Outcome outcome;
  for (std::size_t run = 0; run < kRuns; ++run) {
    const UserRanks ranks =
        pilot(simulated_ranks(truth.probability(), pilot_users, 1000 + run), run);
    const MetricPlan plan = plan_error(ranks, metrics, estimators, wanted, options)[0];
    const auto way = std::find_if(plan.ways.begin(), plan.ways.end(), [](const PlannedWay& each) {
      return each.samples != 0 && each.users == kUsers;
    });
    if (way->reached && truth.error(way->samples) <= wanted) outcome.reached += 1.0 / kRuns;
    if (way->samples > 2 * fewest) outcome.generous += 1.0 / kRuns;
  }
  return outcome;
}

UserRanks as_it_is(const UserRanks& ranks, std::size_t) { return ranks; }

struct Case {
  double power;
  const char* metric;
  const char* estimator;
  double wanted;
};

TEST(Plans, ReachTheWantedErrorWithoutWaste) {
  for (const Case& each :
       {Case{1.0, "ndcg@10", "bv(0.01)", 0.02}, Case{1.0, "recall@10", "cls", 0.05},
        Case{1.3, "ap", "bv(0.1)", 0.03}, Case{0.5, "auc", "naive", 0.0005}}) {
    const Outcome outcome =
        planned(each.power, each.metric, each.estimator, each.wanted, 1000, as_it_is);
    EXPECT_GE(outcome.reached, 0.9) << each.metric << ' ' << each.estimator;
    EXPECT_LE(outcome.generous, 0) << each.metric << ' ' << each.estimator;
  }
}

// A sampled file tells less than ranks, so it takes more users.
TEST(Plans, FromSamplesDoSoWithMoreUsers) {
  const auto learnt = [](const UserRanks& ranks, std::size_t run) {
    return pilot_from_samples(simulated_sample(ranks, 100, 7000 + run));
  };
  const Outcome outcome = planned(1.0, "ndcg@10", "bv(0.01)", 0.02, 3000, learnt);
  EXPECT_GE(outcome.reached, 0.9);
  EXPECT_LE(outcome.generous, 0);
}

}  // namespace
}  // namespace honestrank

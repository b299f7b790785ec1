// How often a 95 % interval holds what it is about: the estimator's mean, which for auc is the
// metric itself. 2,000 runs; their share is known to half a per cent.

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "honestrank/base/random.h"
#include "honestrank/estimators/estimate.h"

namespace honestrank {
namespace {

constexpr std::uint64_t kItems = 400;
constexpr std::uint64_t kSamples = 30;
constexpr std::size_t kUsers = 400;
constexpr int kRuns = 2000;

/// Probabilities of the ranks 1, 2, ...
struct RankDistribution {
  const char* name;
  std::vector<double> probability;
};

std::vector<RankDistribution> distributions() {
  std::vector<double> uniform(kItems, 1.0);
  std::vector<double> head;
  std::vector<double> bimodal;
  for (std::uint64_t rank = 1; rank <= kItems; ++rank) {
    head.push_back(1.0 / static_cast<double>(rank));
    bimodal.push_back(0.7 * std::exp(-static_cast<double>(rank) / 20) / 20 +
                      (rank > kItems - 40 ? 0.3 / 40 : 0));
  }
  std::vector<RankDistribution> all = {
      {"uniform", uniform}, {"heavy head", head}, {"30 % at the bottom", bimodal}};
  for (RankDistribution& one : all) {
    const double sum = std::accumulate(one.probability.begin(), one.probability.end(), 0.0);
    for (double& probability : one.probability) probability /= sum;
  }
  return all;
}

std::uint64_t drawn(const std::vector<double>& probability, double uniform) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < probability.size(); ++i) {
    sum += probability[i];
    if (uniform < sum) return i;
  }
  return probability.size() - 1;
}

/// Users with one relevant item at a random rank, and the sampled items above it.
SampledRanks one_run(const RankDistribution& ranks, std::uint64_t run) {
  const CounterRandom random(run, 5);
  SampledRanks sampled;
  for (std::uint32_t user = 0; user < kUsers; ++user) {
    const std::uint64_t above = drawn(ranks.probability, random.uniform(user, 0));
    std::uint64_t sampled_above = 0;
    for (std::uint32_t i = 1; i <= kSamples; ++i) {
      sampled_above += random.below(kItems - 1, user, i) < above ? 1U : 0U;
    }
    sampled.ranks.user.push_back(user);
    sampled.ranks.items.push_back(kSamples + 1);
    sampled.ranks.unranked.push_back(0);
    sampled.ranks.groups.push_back({sampled_above, 1, 1});
    sampled.ranks.group_begin.push_back(sampled.ranks.groups.size());
    sampled.population.push_back(kItems);
  }
  return sampled;
}

/// The estimator's mean over ranks and samples.
double mean_of(const Metric& metric, const Estimator& estimator, const RankDistribution& ranks) {
  const SamplingModel model(kItems - 1, kSamples, Replacement::with);
  const auto table = correction_table(metric, estimator, model);
  double mean = 0;
  for (std::uint64_t above = 0; above < kItems; ++above) {
    for (std::uint64_t j = 0; j <= kSamples; ++j) {
      mean += ranks.probability[above] * model.probability(j, above) * table[j];
    }
  }
  return mean;
}

TEST(Coverage, IntervalsHoldTheEstimatorsMean) {
  const auto metrics = parse_metrics("auc,ndcg@20,ap");
  const auto estimators = parse_estimators("naive,cls,bv(0.1),bv(0.01)");
  for (const RankDistribution& ranks : distributions()) {
    std::vector<double> means;
    for (const Estimator& estimator : estimators) {
      for (const Metric& metric : metrics) means.push_back(mean_of(metric, estimator, ranks));
    }
    std::vector<int> held(means.size());
    for (int run = 0; run < kRuns; ++run) {
      const auto results =
          estimate(one_run(ranks, static_cast<std::uint64_t>(run)), metrics, estimators);
      for (std::size_t i = 0; i < means.size(); ++i) {
        const MetricResult& result = results[i].result;
        held[i] += result.low <= means[i] && means[i] <= result.high ? 1 : 0;
      }
    }
    for (std::size_t i = 0; i < means.size(); ++i) {
      const std::string name = std::string(ranks.name) + ", " +
                               estimators[i / metrics.size()].name + " of " +
                               metrics[i % metrics.size()].name;
      EXPECT_GE(held[i], kRuns * 0.93) << name;
      EXPECT_LE(held[i], kRuns * 0.97) << name;
    }
    // auc is not biased by sampling: what the interval is about is the metric itself.
    double auc = 0;
    for (std::uint64_t above = 0; above < kItems; ++above) {
      auc += ranks.probability[above] * (1 - static_cast<double>(above) / (kItems - 1));
    }
    EXPECT_NEAR(means[0], auc, 1e-12);
    EXPECT_NEAR(means[metrics.size()], auc, 1e-12) << "cls";
  }
}

}  // namespace
}  // namespace honestrank

// Nodes that stand for many ranks give what all ranks give.

#include "estimators/rank_nodes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "estimators/correction.h"
#include "honestrank/base/random.h"
#include "metrics/rank_contribution.h"

namespace honestrank::estimators {
namespace {

std::vector<RankNode> all_ranks(std::uint64_t irrelevant, const std::vector<double>& prior) {
  std::vector<RankNode> nodes;
  for (std::uint64_t above = 0; above <= irrelevant; ++above) {
    nodes.push_back({static_cast<double>(above),
                     prior.empty() ? 1 / static_cast<double>(irrelevant + 1) : prior[above]});
  }
  return nodes;
}

/// Falling like 1 / rank, with noise and holes.
std::vector<double> rough_prior(std::uint64_t irrelevant) {
  const CounterRandom random(5);
  std::vector<double> prior;
  double sum = 0;
  for (std::uint64_t above = 0; above <= irrelevant; ++above) {
    prior.push_back(random.below(4, above, 1) == 0
                        ? 0
                        : random.uniform(above) / static_cast<double>(above + 1));
    sum += prior.back();
  }
  for (double& value : prior) value /= sum;
  return prior;
}

TEST(RankNodes, AreFewAndGiveTheSameTables) {
  constexpr std::uint64_t kIrrelevant = 20000;
  for (const std::uint64_t samples : {1U, 20U, 120U}) {
    for (const Replacement replacement : {Replacement::with, Replacement::without}) {
      for (const std::vector<double>& prior : {std::vector<double>(), rough_prior(kIrrelevant)}) {
        const SamplingModel model(kIrrelevant, samples, replacement);
        const std::vector<std::uint64_t> jumps = {10, 5000, 15000};
        const auto nodes =
            rank_nodes({kIrrelevant, samples, replacement == Replacement::without, jumps, prior});
        EXPECT_LT(nodes.size(), 4500U);
        double mass = 0;
        for (const RankNode& node : nodes) mass += node.weight;
        EXPECT_NEAR(mass, 1, 1e-12);
        const SampledRows few(model, nodes);
        const SampledRows all(model, all_ranks(kIrrelevant, prior));
        for (const char* estimator : {"bv(1)", "bv(0.01)"}) {
          const Correction short_way(parse_estimator(estimator), few, few, 1);
          const Correction long_way(parse_estimator(estimator), all, all, 1);
          for (const char* name : {"recall@10", "ndcg@5000", "ap@15000", "ap", "ndcg", "auc"}) {
            const metrics::RankContribution full(parse_metric(name), 1, kIrrelevant);
            const metrics::RankContribution sampled(parse_metric(name), 1, samples);
            const auto one = short_way.table(full, sampled, 1, false).value;
            const auto other = long_way.table(full, sampled, 1, false).value;
            for (std::size_t i = 0; i < one.size(); ++i) {
              EXPECT_NEAR(one[i], other[i], 1e-9)
                  << estimator << " " << name << " " << samples << " " << i << " " << prior.size();
            }
          }
        }
      }
    }
  }
}

TEST(RankNodes, AreFewForABillionItems) {
  const auto nodes = rank_nodes({999999999, 1000, false, {}, {}});
  EXPECT_LT(nodes.size(), 5000U);
  double mass = 0;
  double mean = 0;
  for (const RankNode& node : nodes) {
    mass += node.weight;
    mean += node.weight * node.above;
  }
  EXPECT_NEAR(mass, 1, 1e-12);
  EXPECT_NEAR(mean / 499999999.5, 1, 1e-12);
}

}  // namespace
}  // namespace honestrank::estimators

// Rank distributions learnt from samples: optima, limits, and cells against single ranks.

#include "honestrank/estimators/rank_distribution.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "error_message.h"
#include "estimators/rank_cells.h"
#include "estimators/sampled_mixture.h"
#include "honestrank/base/random.h"

namespace honestrank {
namespace {

/// What samples of items with these ranks show on average: no chance.
SampledCounts expected_counts(const std::vector<std::uint64_t>& ranks, std::uint64_t irrelevant,
                              const std::vector<std::uint64_t>& sizes, Replacement replacement) {
  SampledCounts counts{irrelevant, replacement, {}};
  for (const std::uint64_t samples : sizes) {
    const SamplingModel model(irrelevant, samples, replacement);
    SampledCounts::Size size{samples, std::vector<double>(samples + 1)};
    for (const std::uint64_t rank : ranks) {
      const CountDistribution seen = model.distribution(rank - 1);
      for (std::size_t i = 0; i < seen.probability.size(); ++i) {
        size.users[seen.first + i] += seen.probability[i];
      }
    }
    counts.sizes.push_back(std::move(size));
  }
  return counts;
}

/// Ranks of users of a model that is good for many.
std::vector<std::uint64_t> heavy_head(std::uint64_t users, std::uint64_t items) {
  std::vector<std::uint64_t> ranks;
  for (std::uint64_t user = 0; user < users; ++user) {
    const double share = CounterRandom(7).uniform(user);
    ranks.push_back(1 + static_cast<std::uint64_t>(std::pow(static_cast<double>(items), share)) %
                            items);
  }
  return ranks;
}

double total(const RankDistribution& distribution) {
  double sum = 0;
  for (const RankCell& cell : distribution.cells) sum += cell.probability;
  return sum;
}

TEST(LearnMle, NeverFallsAndKeepsTheMass) {
  const SampledCounts counts =
      expected_counts(heavy_head(300, 500), 499, {20, 40}, Replacement::with);
  double before = -1e300;
  for (const std::uint32_t iterations : {0U, 1U, 2U, 5U, 20U, 100U, 400U}) {
    const auto learnt = learn_mle(counts, {.iterations = iterations});
    EXPECT_EQ(learnt.iterations, iterations);
    EXPECT_NEAR(total(learnt), 1, 1e-12);
    EXPECT_GE(learnt.log_likelihood, before);
    before = learnt.log_likelihood;
  }
}

TEST(LearnMle, StopsWhereItHardlyRises) {
  const SampledCounts counts = expected_counts({3, 3, 90}, 99, {10}, Replacement::with);
  const auto learnt = learn_mle(counts, {.iterations = 100000, .tolerance = 1e-7});
  EXPECT_TRUE(learnt.converged);
  EXPECT_LT(learnt.iterations, 100000U);
}

/// Where everything is drawn, sampled ranks are the ranks.
TEST(LearnMle, IsTheEmpiricalDistributionWhereEverythingIsDrawn) {
  const std::vector<std::uint64_t> ranks = {1, 1, 4, 30};
  const auto learnt = learn_mle(expected_counts(ranks, 29, {29}, Replacement::without));
  for (std::size_t i = 0; i < learnt.cells.size(); ++i) {
    const double expected = i == 0 ? 0.5 : i == 3 || i == 29 ? 0.25 : 0;
    EXPECT_NEAR(learnt.cells[i].probability, expected, 1e-12);
  }
  EXPECT_NEAR(learnt.mean(parse_metric("rr")), (1 + 1 + 0.25 + 1.0 / 30) / 4, 1e-12);
  EXPECT_NEAR(learnt.mean(parse_metric("recall@3")), 0.5, 1e-12);
}

/// No rise up to the middle, and the likelihood between those of a uniform and of any distribution.
TEST(LearnMonotoneMle, DoesNotRise) {
  const SampledCounts counts =
      expected_counts(heavy_head(100, 150), 149, {10, 20}, Replacement::with);
  double before = -1e300;
  for (const std::uint32_t iterations : {1U, 10U, 100U}) {
    const auto learnt = learn_monotone_mle(counts, {.iterations = iterations});
    EXPECT_NEAR(total(learnt), 1, 1e-12);
    EXPECT_GE(learnt.log_likelihood, before);
    before = learnt.log_likelihood;
    for (std::size_t i = 1; i < 75; ++i) {
      EXPECT_LE(learnt.cells[i].probability, learnt.cells[i - 1].probability * (1 + 1e-12));
    }
  }
  EXPECT_LT(before, learn_mle(counts, {.iterations = 2000}).log_likelihood + 1e-6);
}

/// What falls is found again, whatever its shape is taken for.
TEST(LearnMonotoneMle, FindsWhatFalls) {
  const std::vector<std::uint64_t> ranks = heavy_head(2000, 1000);
  double recall = 0;
  for (const std::uint64_t rank : ranks) recall += rank <= 10 ? 1.0 / 2000 : 0;
  for (const FallingShape shape :
       {FallingShape::any, FallingShape::convex, FallingShape::geometric}) {
    const auto learnt = learn_monotone_mle(expected_counts(ranks, 999, {100}, Replacement::with),
                                           {.iterations = 500, .shape = shape});
    EXPECT_NEAR(learnt.mean(parse_metric("recall@10")), recall, 0.01);
  }
}

/// The narrower the shape, the smaller the likelihood; differences have the signs of the shape.
TEST(LearnMonotoneMle, HasTheShape) {
  const SampledCounts counts =
      expected_counts(heavy_head(100, 150), 149, {10, 20}, Replacement::with);
  double before = 1e300;
  for (const FallingShape shape :
       {FallingShape::any, FallingShape::convex, FallingShape::geometric}) {
    const auto learnt = learn_monotone_mle(counts, {.iterations = 3000, .shape = shape});
    EXPECT_NEAR(total(learnt), 1, 1e-12);
    EXPECT_LT(learnt.log_likelihood, before + 0.05);
    before = learnt.log_likelihood;
    const auto at = [&](std::size_t i) { return learnt.cells[i].probability; };
    for (std::size_t i = 0; i + 3 < 75; ++i) {
      EXPECT_GE(at(i) - at(i + 1), -1e-12);
      if (shape == FallingShape::any) continue;
      EXPECT_GE(at(i) - 2 * at(i + 1) + at(i + 2), -1e-12);
      if (shape == FallingShape::convex) continue;
      EXPECT_GE(at(i) - 3 * at(i + 1) + 3 * at(i + 2) - at(i + 3), -1e-12);
    }
  }
}

/// Every step is one of EM for each shape: the likelihood does not fall, and the bound of what is
/// left to gain holds.
TEST(LearnMonotoneMle, NeverFallsForAnyShape) {
  const SampledCounts counts =
      expected_counts(heavy_head(300, 500), 499, {20, 40}, Replacement::with);
  for (const FallingShape shape :
       {FallingShape::any, FallingShape::convex, FallingShape::geometric}) {
    const double best =
        learn_monotone_mle(counts, {.iterations = 4000, .shape = shape}).log_likelihood;
    double before = -1e300;
    for (const std::uint32_t iterations : {0U, 1U, 2U, 5U, 20U, 100U, 400U}) {
      const auto learnt = learn_monotone_mle(counts, {.iterations = iterations, .shape = shape});
      EXPECT_GE(learnt.log_likelihood, before);
      EXPECT_GE(learnt.log_likelihood + learnt.shortfall, best);
      before = learnt.log_likelihood;
    }
  }
}

/// Nobody stands in the first twenty places, many right behind: what falls from rank 1 cannot be
/// that, what has a peak can.
TEST(LearnMonotoneMle, FindsAPeak) {
  std::vector<std::uint64_t> ranks = heavy_head(2000, 1000);
  for (std::uint64_t& rank : ranks) rank = std::min<std::uint64_t>(1000, rank + 20);
  double recall = 0;
  for (const std::uint64_t rank : ranks) recall += rank <= 30 ? 1.0 / 2000 : 0;
  const SampledCounts counts = expected_counts(ranks, 999, {100, 400}, Replacement::with);
  const auto at = [&](FallingShape shape, const char* metric) {
    return learn_monotone_mle(counts, {.iterations = 500, .shape = shape})
        .mean(parse_metric(metric));
  };
  EXPECT_LT(at(FallingShape::peaked, "recall@10"), 0.002);
  EXPECT_GT(at(FallingShape::any, "recall@10"), 0.1);
  EXPECT_NEAR(at(FallingShape::peaked, "recall@30"), recall, 0.02);
}

/// A few users at the very top, nobody behind them, all others around rank 90: peaks at 2 to 8 are
/// less likely than none, and those behind far more.
TEST(LearnMonotoneMle, LooksForPeaksBehindUnlikelyOnes) {
  std::vector<std::uint64_t> ranks;
  for (std::uint64_t user = 0; user < 2000; ++user) {
    ranks.push_back(user % 100 == 0 ? 1 : 60 + user % 61);
  }
  const SampledCounts counts = expected_counts(ranks, 999, {100, 400}, Replacement::with);
  const auto peaked =
      learn_monotone_mle(counts, {.iterations = 300, .shape = FallingShape::peaked});
  const auto falling = learn_monotone_mle(counts, {.iterations = 300});
  EXPECT_GT(peaked.log_likelihood, falling.log_likelihood + 100);
  EXPECT_LT(peaked.mean(parse_metric("recall@40")), 0.1);
  EXPECT_GT(falling.mean(parse_metric("recall@40")), 0.2);
}

/// The mean over peaks is about as likely as the likeliest, which may be none; the bound of what is
/// left to gain holds.
TEST(LearnMonotoneMle, IsAsLikelyWithPeaksAsTheLikeliest) {
  for (const std::uint64_t behind : {0U, 20U}) {
    std::vector<std::uint64_t> ranks = heavy_head(300, 500);
    for (std::uint64_t& rank : ranks) rank = std::min<std::uint64_t>(500, rank + behind);
    const SampledCounts counts = expected_counts(ranks, 499, {20, 40}, Replacement::with);
    const auto learnt = [&](FallingShape shape, std::uint32_t iterations) {
      return learn_monotone_mle(counts, {.iterations = iterations, .shape = shape});
    };
    const auto peaked = learnt(FallingShape::peaked, 100);
    EXPECT_NEAR(total(peaked), 1, 1e-12);
    EXPECT_GE(peaked.log_likelihood, learnt(FallingShape::any, 100).log_likelihood - 2);
    EXPECT_GE(peaked.log_likelihood + peaked.shortfall,
              learnt(FallingShape::peaked, 4000).log_likelihood);
    EXPECT_LT(peaked.log_likelihood, learn_mle(counts, {.iterations = 4000}).log_likelihood + 0.05);
  }
}

/// However ranks share cells, learning starts from the same distribution and goes the same way.
TEST(LearnMonotoneMle, GivesTheSameWithCells) {
  const SampledCounts counts =
      expected_counts(heavy_head(200, 3000), 2999, {60, 200}, Replacement::with);
  const estimators::UserCounts users = estimators::user_counts(counts, "test");
  for (const FallingShape shape :
       {FallingShape::any, FallingShape::convex, FallingShape::geometric, FallingShape::peaked}) {
    const LearnOptions options{.iterations = 100, .shape = shape};
    const auto single = learn_monotone_mle(counts, options);
    ASSERT_EQ(single.cells.size(), 3000U);
    const auto coarse = estimators::learn_monotone_mle(
        {counts, estimators::rank_cells(counts, estimators::CellSize::coarse)}, users, options);
    ASSERT_LT(coarse.cells.size(), 600U);
    for (const char* name : {"recall@10", "ndcg@50", "auc", "recall@1000"}) {
      const Metric metric = parse_metric(name);
      EXPECT_NEAR(coarse.mean(metric), single.mean(metric), 2e-3) << name;
    }
  }
}

/// The conditions of the optimum: no probability can be moved to advantage. For 200 users.
void expect_optimum(const SampledCounts& counts) {
  for (const double eta : {0.001, 0.1}) {
    const auto learnt = learn_mes(counts, eta);
    EXPECT_TRUE(learnt.converged) << eta;
    EXPECT_NEAR(total(learnt), 1, 1e-12);
    std::vector<double> slope(300);
    const SamplingModel model(299, 25, Replacement::with);
    std::vector<double> sampled(26);
    for (std::uint64_t above = 0; above < 300; ++above) {
      for (std::uint64_t j = 0; j <= 25; ++j) {
        sampled[j] += learnt.cells[above].probability * model.probability(j, above);
      }
    }
    for (std::uint64_t above = 0; above < 300; ++above) {
      slope[above] = eta * (std::log(learnt.cells[above].probability) + 1);
      for (std::uint64_t j = 0; j <= 25; ++j) {
        const double share = counts.sizes[0].users[j] / 200;
        slope[above] += 2 * 26 * share * (sampled[j] - share) * model.probability(j, above);
      }
      EXPECT_NEAR(slope[above], slope[0], 1e-5) << above;
    }
  }
}

TEST(LearnMes, IsOptimal) {
  expect_optimum(expected_counts(heavy_head(200, 300), 299, {25}, Replacement::with));
}

TEST(LearnMes, IsOptimalForFewSampledRanks) {
  SampledCounts counts{299, Replacement::with, {{25, std::vector<double>(26)}}};
  counts.sizes[0].users[0] = 120;
  counts.sizes[0].users[3] = 50;
  counts.sizes[0].users[20] = 30;
  expect_optimum(counts);
}

/// Cells in place of single ranks: the same objective, and what is read off.
TEST(LearnMes, GivesTheSameWithCells) {
  const std::uint64_t irrelevant = 40'000;
  const SampledCounts counts =
      expected_counts(heavy_head(200, irrelevant + 1), irrelevant, {40}, Replacement::with);
  const auto learnt = learn_mes(counts);
  ASSERT_LT(learnt.cells.size(), 30'000U);
  std::vector<RankCell> single;
  for (std::uint64_t rank = 1; rank <= irrelevant + 1; ++rank) single.push_back({rank, 1, 0});
  const auto plain =
      estimators::learn_mes({counts, single}, estimators::user_counts(counts, "test"), 0.001);
  EXPECT_NEAR(learnt.objective, plain.objective, 1e-9);
  for (const char* name : {"recall@10", "ndcg@50", "ap", "auc", "recall@2000"}) {
    const Metric metric = parse_metric(name);
    EXPECT_NEAR(learnt.mean(metric), plain.mean(metric), 1e-6) << name;
  }
}

TEST(RankCells, AreNoWiderThanSamplesCanTell) {
  for (const std::uint64_t samples : {20U, 100U, 3200U}) {
    SampledCounts counts{2'000'000, Replacement::with, {{samples, {}}}};
    const std::vector<RankCell> cells = estimators::rank_cells(counts);
    const SamplingModel model(counts.irrelevant, samples, Replacement::with);
    std::uint64_t next = 1;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      ASSERT_EQ(cells[i].first, next);
      next += cells[i].ranks;
      if (cells[i].ranks == 1 || i % 7 != 0) continue;
      const auto low = model.distribution(cells[i].first - 1);
      const auto high = model.distribution(next - 2);
      std::vector<double> difference(samples + 1);
      for (std::size_t j = 0; j < low.probability.size(); ++j) {
        difference[low.first + j] += low.probability[j];
      }
      for (std::size_t j = 0; j < high.probability.size(); ++j) {
        difference[high.first + j] -= high.probability[j];
      }
      double variation = 0;
      for (const double each : difference) variation += std::abs(each) / 2;
      EXPECT_LE(variation, 0.02) << cells[i].first;
    }
    EXPECT_EQ(next, counts.irrelevant + 2);
    EXPECT_LT(cells.size(), 12000U);
  }
}

/// A metric is spread evenly over a cell: it cannot be off by more than it falls within one.
TEST(RankCells, AreShortWhereMetricsFall) {
  const SampledCounts counts{10'000'000,
                             Replacement::with,
                             {{99, {}}, {199, {}}, {399, {}}, {799, {}}, {1599, {}}, {3199, {}}}};
  double ap = 0;
  double ndcg = 0;
  for (const RankCell& cell : estimators::rank_cells(counts)) {
    const auto first = static_cast<double>(cell.first);
    const auto last = static_cast<double>(cell.first + cell.ranks - 1);
    ap = std::max(ap, 1 / first - 1 / last);
    ndcg = std::max(ndcg, 1 / std::log2(first + 1) - 1 / std::log2(last + 1));
  }
  EXPECT_LT(ap, 0.0001) << ap;
  EXPECT_LT(ndcg, 0.001) << ndcg;
}

/// Cells in place of single ranks, on ranks few enough to do both.
TEST(LearnMle, GivesTheSameWithCells) {
  const std::uint64_t irrelevant = 20'000;
  const SampledCounts counts =
      expected_counts(heavy_head(200, irrelevant + 1), irrelevant, {60, 200}, Replacement::with);
  const auto learnt = learn_mle(counts, {.iterations = 30});
  ASSERT_LT(learnt.cells.size(), 8000U);
  std::vector<RankCell> single;
  for (std::uint64_t rank = 1; rank <= irrelevant + 1; ++rank) single.push_back({rank, 1, 0});
  const estimators::SampledMixture mixture(counts, single);
  const estimators::UserCounts users = estimators::user_counts(counts, "test");
  std::vector<double> probability(single.size(), 1 / static_cast<double>(single.size()));
  std::vector<double> gain;
  for (int iteration = 0; iteration < 30; ++iteration) {
    mixture.gains(users, probability, gain);
    for (std::size_t i = 0; i < gain.size(); ++i) probability[i] *= gain[i];
  }
  RankDistribution plain{single};
  for (std::size_t i = 0; i < single.size(); ++i) plain.cells[i].probability = probability[i];
  EXPECT_NEAR(learnt.log_likelihood, mixture.log_likelihood(users, probability), 1e-3);
  for (const char* name : {"recall@10", "ndcg@50", "ap", "auc", "recall@2000"}) {
    const Metric metric = parse_metric(name);
    EXPECT_NEAR(learnt.mean(metric), plain.mean(metric), 1e-5) << name;
  }
}

TEST(RankDistribution, ReadsAnyMetricInsideACell) {
  const RankDistribution distribution{{{1, 5000, 0}, {5001, 100, 0.25}, {5101, 900, 0.75}}};
  double recall = 0;
  double ndcg = 0;
  double ap = 0;
  for (std::uint64_t rank = 5001; rank <= 6000; ++rank) {
    const double probability = rank <= 5100 ? 0.25 / 100 : 0.75 / 900;
    const auto place = static_cast<double>(rank);
    ap += probability / place;
    if (rank <= 5400) recall += probability;
    if (rank <= 5400) ndcg += probability / std::log2(place + 1);
  }
  EXPECT_NEAR(distribution.mean(parse_metric("recall@5400")), recall, 1e-12);
  EXPECT_NEAR(distribution.mean(parse_metric("ndcg@5400")), ndcg, 1e-12);
  EXPECT_NEAR(distribution.mean(parse_metric("ap")), ap, 1e-12);
}

TEST(Learn, SaysWhatIsWrong) {
  const auto fault = [](const SampledCounts& counts) {
    return testing_support::message_of([&] { learn_mle(counts); });
  };
  EXPECT_EQ(fault({9, Replacement::with, {{2, {1, 2}}}}),
            "learn_mle: expected counts of 0 to 2 sampled items above; got 2 counts");
  EXPECT_EQ(fault({9, Replacement::with, {{1, {0, 0}}}}), "learn_mle: expected users; got none");
  EXPECT_EQ(fault({2, Replacement::without, {{3, {1, 0, 0, 0}}}}),
            "learn_mle: expected at most 2 samples, one for each irrelevant item; got 3");
  EXPECT_EQ(testing_support::message_of([] {
              learn_mes({9, Replacement::with, {{1, {1, 1}}, {2, {1, 1, 1}}}});
            }),
            "learn_mes: expected samples of one size; got several; use mle");
}

}  // namespace
}  // namespace honestrank

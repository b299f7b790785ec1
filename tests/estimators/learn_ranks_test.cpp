// Rank distributions learnt from samples: those that estimates are read off.

#include "honestrank/estimators/learn_ranks.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "error_message.h"
#include "honestrank/base/random.h"
#include "honestrank/estimators/estimate.h"

namespace honestrank {
namespace {

using testing_support::message_of;

/// Users whose one item stands below `above` of `samples` items, of `items` there are.
SampledRanks users_below(const std::vector<std::uint64_t>& above, std::uint64_t samples,
                         std::uint64_t items, Replacement replacement = Replacement::with) {
  SampledRanks sampled;
  sampled.replacement = replacement;
  for (const std::uint64_t each : above) {
    sampled.ranks.user.push_back(static_cast<std::uint32_t>(sampled.ranks.user.size()));
    sampled.ranks.items.push_back(samples + 1);
    sampled.ranks.unranked.push_back(0);
    sampled.ranks.groups.push_back({each, 1, 1});
    sampled.ranks.group_begin.push_back(sampled.ranks.groups.size());
    sampled.population.push_back(items);
  }
  return sampled;
}

SampledRanks random_users(std::uint64_t seed, std::uint64_t items) {
  const CounterRandom random(seed);
  std::vector<std::uint64_t> above;
  for (std::uint64_t user = 0; user < 300; ++user) above.push_back(random.below(21, user) / 3);
  return users_below(above, 20, items);
}

TEST(LearnRanks, IsWhatEstimatesAreReadOff) {
  const auto metrics = parse_metrics("ndcg@10,recall@300,ap,auc");
  // All items one by one, and cells of them.
  for (const std::uint64_t items : {500U, 40000U}) {
    const std::vector<SampledRanks> repeats{random_users(1, items), random_users(2, items)};
    for (const char* name : {"mle", "adaptive_mle", "monotone_mle(shape=convex)", "mes(0.01)"}) {
      const Estimator estimator = parse_estimator(name);
      const auto estimates =
          estimate_repeats(repeats, metrics, {{estimator}}, {.learnt_errors = false});
      const auto learnt = learn_ranks(repeats, estimator);
      ASSERT_EQ(learnt.size(), repeats.size());
      for (std::size_t repeat = 0; repeat < repeats.size(); ++repeat) {
        EXPECT_EQ(learnt[repeat].users, 300U);
        for (std::size_t i = 0; i < metrics.size(); ++i) {
          EXPECT_EQ(learnt[repeat].distribution.mean(metrics[i]), estimates[repeat][i].result.value)
              << name << ", " << metrics[i].name;
        }
      }
    }
  }
}

TEST(LearnRanks, CountsWhereEverythingIsDrawn) {
  const SampledRanks all = users_below({0, 0, 4, 9}, 9, 10, Replacement::without);
  const RankDistribution learnt =
      learn_ranks({{all}}, parse_estimator("mle(iterations=1)"))[0].distribution;
  ASSERT_EQ(learnt.cells.size(), 10U);
  for (const RankCell& cell : learnt.cells) {
    const double expected = cell.first == 1 ? 0.5 : cell.first == 5 || cell.first == 10 ? 0.25 : 0;
    EXPECT_NEAR(cell.probability, expected, 1e-15);  // sums and quotients of a few users
  }
}

TEST(LearnRanks, SaysWhatIsWrong) {
  const SampledRanks sampled = random_users(1, 100);
  EXPECT_EQ(message_of([&] { learn_ranks({{sampled}}, parse_estimator("bv_mle")); }),
            "learn_ranks: expected an estimator that is a rank distribution, mle, monotone_mle or "
            "mes; got bv_mle");
  EXPECT_EQ(message_of([&] { learn_ranks({}, parse_estimator("mle")); }),
            "learn_ranks: expected sampled ranks; got none");
  SampledRanks popular = sampled;
  popular.protocol = SamplingProtocol::popularity;
  EXPECT_NE(message_of([&] {
              learn_ranks({{popular}}, parse_estimator("mle"));
            }).find("for items drawn by popularity"),
            std::string::npos);
  const std::vector<SampledRanks> others{sampled, random_users(1, 101)};
  EXPECT_NE(message_of([&] {
              learn_ranks(others, parse_estimator("mle"));
            }).find("expected repeats of the same users"),
            std::string::npos);
}

}  // namespace
}  // namespace honestrank

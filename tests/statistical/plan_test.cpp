// Plans from simulated pilots: the samples that they ask for reach the wanted error in at least 90
// % of runs, and are at most twice the fewest that do. Users and samples that are to order two
// models do so with the wanted probability, in as many runs.

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
#include "honestrank/base/random.h"
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

constexpr Case kCases[] = {{1.0, "ndcg@10", "bv(0.01)", 0.02},
                           {1.0, "recall@10", "cls", 0.05},
                           {1.3, "ap", "bv(0.1)", 0.03},
                           {0.5, "auc", "naive", 0.0005}};

TEST(Plans, ReachTheWantedErrorWithoutWaste) {
  for (const Case& each : kCases) {
    const Outcome outcome =
        planned(each.power, each.metric, each.estimator, each.wanted, 1000, as_it_is);
    EXPECT_GE(outcome.reached, 0.9) << each.metric << ' ' << each.estimator;
    EXPECT_LE(outcome.generous, 0) << each.metric << ' ' << each.estimator;
  }
}

// A pilot of fewer users reaches it as often, now and then with more than is needed.
TEST(Plans, OfSmallPilotsMayBeGenerous) {
  for (const Case& each : kCases) {
    const Outcome outcome =
        planned(each.power, each.metric, each.estimator, each.wanted, 600, as_it_is);
    EXPECT_GE(outcome.reached, 0.9) << each.metric << ' ' << each.estimator;
    EXPECT_LE(outcome.generous, 0.05) << each.metric << ' ' << each.estimator;
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

/// Pairs of ranks that users have, all alike likely.
struct Pair {
  std::uint64_t first = 0;
  std::uint64_t second = 0;
};

UserRanks ranks_of(const std::vector<Pair>& users, std::uint64_t Pair::*rank) {
  UserRanks ranks;
  for (const Pair& each : users) {
    ranks.user.push_back(static_cast<std::uint32_t>(ranks.user.size()));
    ranks.items.push_back(kItems);
    ranks.unranked.push_back(0);
    ranks.groups.push_back({each.*rank - 1, 1, 1});
    ranks.group_begin.push_back(ranks.groups.size());
  }
  return ranks;
}

/// Two models over many users.
class TwoModels {
 public:
  TwoModels(std::vector<Pair> users, Metric metric, Estimator estimator)
      : users_(std::move(users)), metric_(std::move(metric)), estimator_(std::move(estimator)) {
    for (std::uint64_t rank = 1; rank <= kItems; ++rank) {
      const TieGroup group{rank - 1, 1, 1};
      exact_.push_back(metric_value(metric_, {{&group, 1}, 0, kItems, {}}));
    }
    for (const Pair& each : users_) difference_ += exact_[each.first - 1] - exact_[each.second - 1];
  }

  MetricPlan plan(double probability, std::size_t pilot_users, std::size_t run) const {
    const CounterRandom random(run, 7);
    std::vector<Pair> pilot;
    for (std::uint32_t i = 0; i < pilot_users; ++i) pilot.push_back(drawn(random, 0, i));
    PlanOptions options;
    options.users = kUsers;
    options.cost = {1e-6, 1e-6};
    return plan_order(ranks_of(pilot, &Pair::first), ranks_of(pilot, &Pair::second), {&metric_, 1},
                      {&estimator_, 1}, probability, options)[0];
  }

  /// Share of so many drawings in which users and samples as planned have the order of all; a tie
  /// is no order.
  double right(const PlannedWay& way, std::size_t drawings) {
    const auto [known, is_new] = right_.try_emplace({way.users, way.samples}, 0);
    if (!is_new) return known->second;
    std::vector<double> table = exact_;
    std::vector<CountDistribution> counts;  // by rank
    if (way.samples != 0) {
      const SamplingModel model(kItems - 1, way.samples, Replacement::with);
      table = correction_table(metric_, estimator_, model);
      for (std::uint64_t above = 0; above < kItems; ++above) {
        counts.push_back(model.distribution(above));
      }
    }
    const CounterRandom random(way.users, 8);
    const auto value = [&](std::uint64_t rank, std::size_t drawing, std::uint32_t place) {
      if (way.samples == 0) return table[rank - 1];
      const CountDistribution& own = counts[rank - 1];
      double left = random.uniform(drawing, place);
      std::size_t above = 0;
      while (above + 1 < own.probability.size() && left >= own.probability[above]) {
        left -= own.probability[above++];
      }
      return table[own.first + above];
    };
    for (std::size_t drawing = 0; drawing < drawings; ++drawing) {
      double sum = 0;
      for (std::uint32_t i = 0; i < way.users; ++i) {
        const Pair user = drawn(random, drawing, 3 * i);
        sum += value(user.first, drawing, 3 * i + 1) - value(user.second, drawing, 3 * i + 2);
      }
      const bool is_right = difference_ > 0 ? sum > 1e-9 : sum < -1e-9;
      if (is_right) known->second += 1 / static_cast<double>(drawings);
    }
    return known->second;
  }

 private:
  Pair drawn(const CounterRandom& random, std::size_t drawing, std::uint32_t place) const {
    return users_[random.below(users_.size(), drawing, place)];
  }

  std::vector<Pair> users_;
  Metric metric_;
  Estimator estimator_;
  std::vector<double> exact_;
  double difference_ = 0;
  std::map<std::pair<std::uint64_t, std::uint64_t>, double> right_;
};

struct Population {
  const char* name;
  std::function<Pair(const CounterRandom&, std::size_t user)> users;
};

/// Ranks of many users, one model's spread evenly.
std::vector<Population> populations() {
  constexpr std::uint64_t kMost = kItems - 100;
  const auto rank = [](const CounterRandom& random, std::size_t user) {
    return 1 + random.below(kMost, user, 0);
  };
  return {{"half of the users differ by 3 ranks",
           [=](const CounterRandom& random, std::size_t user) {
             const std::uint64_t own = rank(random, user);
             return Pair{own, own + (user % 2 == 0 ? 3U : 0U)};
           }},
          {"few users differ, by much",
           [=](const CounterRandom& random, std::size_t user) {
             const std::uint64_t own = rank(random, user);
             return Pair{own, own + (user % 25 == 0 ? 100U : 0U)};
           }},
          {"most are a bit better, some much worse",
           [=](const CounterRandom& random, std::size_t user) {
             const std::uint64_t own = 10 + rank(random, user);
             return user % 40 == 0 ? Pair{own + 80, own} : Pair{own - 5, own};
           }},
          {"some are a bit worse, few much better",
           [=](const CounterRandom& random, std::size_t user) {
             const std::uint64_t own = rank(random, user);
             return user % 20 == 0 ? Pair{own, own + 100} : Pair{own + user % 3, own};
           }},
          {"models of their own", [=](const CounterRandom& random, std::size_t user) {
             const auto of = [&](std::uint32_t place, std::uint64_t parts) {
               const std::uint64_t one = 1 + random.below(kItems, user, place);
               return std::max<std::uint64_t>(1, one / (1 + random.below(parts, user, place + 1)));
             };
             return Pair{of(0, 12), of(2, 3)};
           }}};
}

// Ways of few users, from pilots of 500: those of 20,000 that draw items, and those that rank all.
TEST(Plans, OrderModelsWithTheWantedProbability) {
  constexpr std::size_t kManyUsers = 20'000;
  constexpr std::size_t kMostPlanned = 4000;  // more take long to simulate
  constexpr std::size_t kPilots = 40;
  constexpr std::size_t kDrawings = 400;
  constexpr double kWanted = 0.95;
  const double least = kWanted - 2 * std::sqrt(kWanted * (1 - kWanted) / kDrawings);
  for (const Population& population : populations()) {
    const CounterRandom random(1, 5);
    std::vector<Pair> users;
    for (std::size_t user = 0; user < kManyUsers; ++user) {
      users.push_back(population.users(random, user));
    }
    for (const char* metric : {"auc", "recall@20", "ndcg@10"}) {
      TwoModels models(users, parse_metrics(metric)[0], parse_estimators("naive")[0]);
      std::size_t planned = 0;
      std::size_t missed = 0;  // pilots with a way that is right less often
      for (std::size_t run = 0; run < kPilots; ++run) {
        bool misses = false;
        for (const PlannedWay& way : models.plan(kWanted, 500, run).ways) {
          if (!way.reached || way.users > kMostPlanned) continue;
          ++planned;
          misses = misses || models.right(way, kDrawings) < least;
        }
        missed += misses ? 1U : 0U;
      }
      EXPECT_LE(missed, kPilots / 10) << population.name << ", " << metric;
      if (std::string(metric) == "auc") {
        EXPECT_GE(planned, kPilots) << population.name << ": a case that cannot fail says nothing";
      }
    }
  }
}

// Of users half of whom differ none may differ: three of them are too few, whatever their spread.
TEST(Plans, OrderModelsByMoreThanAHandfulOfUsers) {
  const CounterRandom random(1, 5);
  const Population half = populations()[0];
  std::vector<Pair> users;
  for (std::size_t user = 0; user < 1000; ++user) users.push_back(half.users(random, user));
  TwoModels models(users, parse_metrics("auc")[0], parse_estimators("naive")[0]);
  const MetricPlan plan = models.plan(0.95, 300, 1);
  std::uint64_t least = kUsers;
  for (const PlannedWay& way : plan.ways) {
    if (way.samples != 0) continue;
    least = std::min(least, way.users);
    EXPECT_GE(models.right(way, 400), 0.99);
  }
  // Cantelli's inequality: 0.95 / 0.05 variances over squared means, here one, and the margin.
  EXPECT_GE(least, 19U);
  EXPECT_LT(least, 40U);
}

}  // namespace
}  // namespace honestrank

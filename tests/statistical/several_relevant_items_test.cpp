// How well users with many relevant items are estimated beside users with one, at the same number
// of samples: bias and standard deviation together, against the exact metrics. Corrections of each
// user alone in expectation: nothing is drawn; estimators that learn from samples that are.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "honestrank/base/random.h"
#include "honestrank/data/interactions.h"
#include "honestrank/data/read_interactions.h"
#include "honestrank/estimators/estimate.h"
#include "honestrank/models/train_model.h"
#include "honestrank/rankings/full_ranks.h"
#include "models/movielens_split.h"

namespace honestrank {
namespace {

constexpr std::uint64_t kItems = 1000;
constexpr std::size_t kUsers = 500;

/// Relevant items that stand the further up the larger `skew` is: an auc of skew / (skew + 1).
/// Every user has `relevant` of them, or 1 to 20 (for 0).
UserRanks ranks_with(std::uint64_t relevant, double skew, std::uint64_t seed) {
  const CounterRandom random(seed, 3);
  UserRanks ranks;
  for (std::uint32_t user = 0; user < kUsers; ++user) {
    const std::uint64_t count = relevant == 0 ? 1 + random.below(20, user) : relevant;
    std::vector<std::uint64_t> places;
    for (std::uint32_t i = 1; places.size() < count; ++i) {
      const double share = std::pow(random.uniform(user, i), skew);
      const auto place = static_cast<std::uint64_t>(share * kItems);
      if (std::find(places.begin(), places.end(), place) == places.end()) places.push_back(place);
    }
    std::sort(places.begin(), places.end());
    ranks.user.push_back(user);
    ranks.items.push_back(kItems);
    ranks.unranked.push_back(0);
    for (const std::uint64_t place : places) ranks.groups.push_back({place, 1, 1});
    ranks.group_begin.push_back(ranks.groups.size());
  }
  return ranks;
}

/// The root of the mean squared relative error, bias and sampling together.
std::vector<double> errors(const UserRanks& ranks, const std::vector<Metric>& metrics,
                           const std::vector<Estimator>& estimators) {
  const auto exact = evaluate(ranks, metrics).results;
  const auto expected = expect_estimates(ranks, metrics, estimators, {.samples = 100},
                                         {.population = Population::mean});
  std::vector<double> result;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    const double bias = expected[i].value - exact[i % metrics.size()].value;
    result.push_back(std::hypot(bias, expected[i].standard_deviation) /
                     exact[i % metrics.size()].value);
  }
  return result;
}

/// What errors with 1 to 20 relevant items may come to, as a multiple of those with one.
struct Bounds {
  double cls = 1;
  double bv = 1;

  double of(const Estimator& estimator) const {
    return estimator.kind == EstimatorKind::cls ? cls : bv;
  }
};

/// Prints the errors beside each other and compares them.
void compare(const std::string& title, const std::vector<UserRanks>& one,
             const std::vector<UserRanks>& many, const Bounds& bounds) {
  ASSERT_EQ(one.size(), many.size());
  const auto metrics = parse_metrics("ndcg@10,ap,recall@10");
  const auto estimators = parse_estimators("cls,bv(0.1),bv(0.01)");
  std::vector<double> of_one(metrics.size() * estimators.size());
  std::vector<double> of_many(of_one.size());
  const auto share = static_cast<double>(one.size());
  for (std::size_t set = 0; set < one.size(); ++set) {
    const auto first = errors(one[set], metrics, estimators);
    const auto second = errors(many[set], metrics, estimators);
    for (std::size_t i = 0; i < of_one.size(); ++i) {
      of_one[i] += first[i] / share;
      of_many[i] += second[i] / share;
    }
  }
  for (std::size_t i = 0; i < of_one.size(); ++i) {
    const Estimator& estimator = estimators[i / metrics.size()];
    const std::string& metric = metrics[i % metrics.size()].name;
    std::printf("%-22s %-9s %-10s one %.4f, 1 to 20 %.4f: %.2f\n", title.c_str(),
                estimator.name.c_str(), metric.c_str(), of_one[i], of_many[i],
                of_many[i] / of_one[i]);
    EXPECT_LE(of_many[i], of_one[i] * bounds.of(estimator)) << estimator.name << " " << metric;
  }
}

void compare_simulated(double skew, const Bounds& bounds) {
  std::vector<UserRanks> one;
  std::vector<UserRanks> many;
  for (std::uint64_t seed = 0; seed < 5; ++seed) {
    one.push_back(ranks_with(1, skew, seed));
    many.push_back(ranks_with(0, skew, seed));
  }
  compare("skew " + std::to_string(skew), one, many, bounds);
}

// How much bias a correction has left depends on where the items stand: a tenth, a fifth and half
// of single items are among the first ten here. So are as many of several.
TEST(SeveralRelevantItems, AreEstimatedAsWellAsOne) {
  compare_simulated(2, {.cls = 1.1, .bv = 1.05});
  compare_simulated(3, {.cls = 1.1, .bv = 1.05});
  compare_simulated(6, {.cls = 1, .bv = 1});
}

/// Samples of every user, with replacement, and where the relevant items stand among them.
SampledRanks drawn(const UserRanks& ranks, std::uint64_t samples, std::uint64_t seed) {
  const CounterRandom random(seed, 5);
  SampledRanks sampled;
  std::vector<std::uint64_t> sample(samples);
  for (std::size_t entry = 0; entry < ranks.size(); ++entry) {
    const UserRanking full = ranks[entry];
    for (std::uint32_t i = 0; i < samples; ++i) {
      sample[i] = random.below(full.items - full.relevant(), entry, i);
    }
    std::sort(sample.begin(), sample.end());
    const auto sampled_before = [&](std::uint64_t irrelevant) {
      return static_cast<std::uint64_t>(std::lower_bound(sample.begin(), sample.end(), irrelevant) -
                                        sample.begin());
    };
    std::uint64_t found = 0;
    for (const TieGroup& group : full.groups) {
      const std::uint64_t above = sampled_before(group.above - found);
      const std::uint64_t below = sampled_before(group.above - found + group.size - group.relevant);
      sampled.ranks.groups.push_back(
          {found + above, group.relevant + below - above, group.relevant});
      found += group.relevant;
    }
    sampled.ranks.user.push_back(static_cast<std::uint32_t>(entry));
    sampled.ranks.items.push_back(samples + full.relevant());
    sampled.ranks.unranked.push_back(0);
    sampled.ranks.group_begin.push_back(sampled.ranks.groups.size());
    sampled.population.push_back(full.items);
  }
  return sampled;
}

/// The root of the mean squared relative error of what is learnt from each of several samples.
std::vector<double> errors_of_learning(const UserRanks& ranks, const std::vector<Metric>& metrics,
                                       std::uint64_t repeats) {
  const auto exact = evaluate(ranks, metrics).results;
  std::vector<double> squares(metrics.size());
  for (std::uint64_t repeat = 0; repeat < repeats; ++repeat) {
    const auto estimates = estimate(drawn(ranks, 100, repeat), metrics, parse_estimators("mle"),
                                    {.learnt_errors = false});
    for (std::size_t i = 0; i < squares.size(); ++i) {
      const double relative = estimates[i].result.value / exact[i].value - 1;
      squares[i] += relative * relative / static_cast<double>(repeats);
    }
  }
  for (double& each : squares) each = std::sqrt(each);
  return squares;
}

/// Prints errors of mle beside each other and compares them.
void compare_learning(const std::string& title, const UserRanks& one, const UserRanks& many,
                      std::uint64_t repeats, double bound) {
  const auto metrics = parse_metrics("ndcg@10,ap,recall@10");
  const auto of_one = errors_of_learning(one, metrics, repeats);
  const auto of_many = errors_of_learning(many, metrics, repeats);
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    std::printf("%-22s %-9s %-10s one %.4f, 1 to 20 %.4f: %.2f\n", title.c_str(), "mle",
                metrics[i].name.c_str(), of_one[i], of_many[i], of_many[i] / of_one[i]);
    EXPECT_LE(of_many[i], of_one[i] * bound) << metrics[i].name;
  }
}

// What is learnt adapts to where items stand; corrections of each user alone take all ranks to be
// alike, which the further up a relevant item stands among several the less they are.
TEST(SeveralRelevantItems, AreLearntAsWellAsOne) {
  for (const double skew : {2.0, 3.0, 6.0}) {
    compare_learning("skew " + std::to_string(skew), ranks_with(1, skew, 0), ranks_with(0, skew, 0),
                     /*repeats=*/50, /*bound=*/1);
  }
}

// Users and samples are drawn anew each time: what an error bar is for.
TEST(SeveralRelevantItems, HaveErrorBarsThatFitTheSpreadOfWhatIsLearnt) {
  const auto metrics = parse_metrics("ndcg@10,ap,recall@10");
  constexpr std::uint64_t kSets = 40;
  std::vector<double> sum(metrics.size());
  std::vector<double> squares(metrics.size());
  std::vector<double> errors(metrics.size());
  for (std::uint64_t set = 0; set < kSets; ++set) {
    const auto estimates =
        estimate(drawn(ranks_with(0, 3, set), 100, set), metrics, parse_estimators("mle"));
    for (std::size_t i = 0; i < metrics.size(); ++i) {
      const double value = estimates[i].result.value;
      sum[i] += value / kSets;
      squares[i] += value * value / kSets;
      errors[i] += estimates[i].result.standard_error / kSets;
    }
  }
  for (std::size_t i = 0; i < metrics.size(); ++i) {
    const double spread = std::sqrt(squares[i] - sum[i] * sum[i]);
    std::printf("%-10s spread %.4f, error %.4f\n", metrics[i].name.c_str(), spread, errors[i]);
    // Of so many sets the spread has a standard error of 11 %.
    EXPECT_NEAR(errors[i] / spread, 1, 0.33) << metrics[i].name;
  }
}

/// Ranks of a model that is trained without the held-out items: of each user one, or 1 to 20 but
/// no more than half.
UserRanks movielens_ranks(const Interactions& all, const std::string& model, bool one) {
  const CounterRandom random(7, 4);
  const RowsByUser rows = rows_by_user(all);
  std::vector<std::size_t> held_out;
  std::vector<std::size_t> kept;
  for (std::uint32_t user = 0; user + 1 < rows.begin.size(); ++user) {
    std::vector<std::size_t> own(
        rows.rows.begin() + static_cast<std::ptrdiff_t>(rows.begin[user]),
        rows.rows.begin() + static_cast<std::ptrdiff_t>(rows.begin[user + 1]));
    const std::size_t most = own.size() / 2;
    const std::size_t number = one ? 1 : std::min<std::size_t>(1 + random.below(20, user), most);
    for (std::size_t i = 0; i < number; ++i) {
      const auto draw = static_cast<std::uint32_t>(i + 1);
      std::swap(own[i], own[i + random.below(own.size() - i, user, draw)]);
    }
    held_out.insert(held_out.end(), own.begin(), own.begin() + static_cast<std::ptrdiff_t>(number));
    kept.insert(kept.end(), own.begin() + static_cast<std::ptrdiff_t>(number), own.end());
  }
  const Interactions train = select_rows(all, kept);
  return full_ranks(train_model(parse_model_spec(model), train).scores, select_rows(all, held_out),
                    train);
}

// Held out together, items stand otherwise than alone: what a model learns of their user is less,
// and they rank among each other.
TEST(SeveralRelevantItems, AreEstimatedAboutAsWellAsOneOnMovieLens) {
  const auto ratings = testing_support::movielens_folder() / "ratings.tsv.gz";
  if (!std::filesystem::exists(ratings)) GTEST_SKIP() << "no file " << ratings;
  const Interactions all = read_interactions(ratings);
  const auto of = [&](const char* model, const Bounds& bounds) {
    compare(model, {movielens_ranks(all, model, /*one=*/true)},
            {movielens_ranks(all, model, /*one=*/false)}, bounds);
  };
  of("ease", {.cls = 1.4, .bv = 1.25});
  of("ials(factors=64)", {.cls = 1.4, .bv = 1.25});
  of("popularity", {.cls = 1.6, .bv = 1.25});
}

TEST(SeveralRelevantItems, AreLearntAsWellAsOneOnMovieLens) {
  const auto ratings = testing_support::movielens_folder() / "ratings.tsv.gz";
  if (!std::filesystem::exists(ratings)) GTEST_SKIP() << "no file " << ratings;
  const Interactions all = read_interactions(ratings);
  // A ratio of errors of 20 repeats has a standard error of about a fifth.
  for (const char* model : {"ease", "ials(factors=64)", "popularity"}) {
    compare_learning(model, movielens_ranks(all, model, /*one=*/true),
                     movielens_ranks(all, model, /*one=*/false), /*repeats=*/20, /*bound=*/1.25);
  }
}

}  // namespace
}  // namespace honestrank

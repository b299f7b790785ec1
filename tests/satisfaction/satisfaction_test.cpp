#include "honestrank/satisfaction/satisfaction.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "error_message.h"
#include "honestrank/base/random.h"

namespace honestrank {
namespace {

/// The example of docs/satisfaction.md: items x, y, z are 0, 1, 2.
TEST(Satisfaction, IsThatOfTheWorkedExample) {
  const HeldOutRatings ratings{{{0, 2, 5}, {0, 2, 0, 1, 2}}, {5, 4, 2, 4, 3}};
  // Ann is recommended x, y, z; Bob y, x, z.
  const std::vector<HeldOutRank> ranks{{0, 1}, {2, 1}, {1, 1}, {0, 1}, {2, 1}};
  const std::vector<std::uint64_t> eligible{3, 3};
  const BrowsingModel browsing = given_browsing({0.5, 0.3, 0.2});
  const Satisfaction result = satisfaction(ratings, ranks, eligible, browsing,
                                           {.penalty = {0.5, 1, 1}, .head = {true, false, false}});
  EXPECT_NEAR(result.satisfaction.value, 0.75, 1e-12);
  EXPECT_NEAR(result.success.value, 0.75, 1e-12);
  EXPECT_NEAR(result.shares.hit.value, (2.0 / 3 + 1.0 / 3) / 2, 1e-12);
  EXPECT_NEAR(result.shares.mishit.value, (0 + 2.0 / 3) / 2, 1e-12);
  EXPECT_NEAR(result.shares.not_rated.value, (1.0 / 3 + 0) / 2, 1e-12);
  EXPECT_NEAR(result.shares.missed.value, 0, 1e-12);
  const double first = 0.5 + 0.3 / 2 + 0.2 / 3;
  EXPECT_NEAR(result.head_before, 2 * first / (2 * first + 0.2 / 3 + first), 1e-12);
  EXPECT_NEAR(result.head_after, first / 1.5, 1e-12);
}

struct Sample {
  HeldOutRatings ratings;
  std::vector<HeldOutRank> ranks;
  std::vector<std::uint64_t> eligible;
  std::vector<std::vector<std::uint32_t>> lists;  ///< by user, the whole ranking
  std::vector<double> penalty;
};

/// Random rankings of all items, without ties, and ratings of some of them.
Sample random_sample(std::uint32_t users, std::uint32_t items) {
  const CounterRandom random(11);
  Sample sample;
  for (std::uint32_t item = 0; item < items; ++item) {
    sample.penalty.push_back(random.uniform(item, 999'999));
  }
  for (std::uint32_t user = 0; user < users; ++user) {
    std::vector<std::uint32_t> list(items);
    std::iota(list.begin(), list.end(), 0U);
    std::sort(list.begin(), list.end(), [&](std::uint32_t a, std::uint32_t b) {
      return random.uniform(user, a) < random.uniform(user, b);
    });
    std::vector<std::uint64_t> place(items);
    for (std::uint32_t i = 0; i < items; ++i) place[list[i]] = i;
    for (std::uint32_t item = 0; item < items; ++item) {
      if (random.below(3, user, 1000 + item) != 0) continue;
      sample.ratings.items.item.push_back(item);
      sample.ratings.rating.push_back(1 + static_cast<double>(random.below(5, user, 2000 + item)));
      sample.ranks.push_back({place[item], 1});
    }
    sample.ratings.items.begin.push_back(sample.ratings.items.item.size());
    sample.eligible.push_back(items);
    sample.lists.push_back(std::move(list));
  }
  return sample;
}

/// Equation 15 as it is written: over lengths of lists, then users, then their items.
double double_sum(const Sample& sample, const BrowsingModel& browsing, double threshold,
                  bool values) {
  double sum = 0;
  for (std::size_t length = 1; length <= browsing.depth(); ++length) {
    double found = 0;
    for (std::size_t user = 0; user < sample.lists.size(); ++user) {
      const auto own = sample.ratings.items[user];
      for (std::size_t i = 0; i < std::min(length, sample.lists[user].size()); ++i) {
        const auto place = std::lower_bound(own.begin(), own.end(), sample.lists[user][i]);
        if (place == own.end() || *place != sample.lists[user][i]) continue;
        const double rating = sample.ratings.rating[sample.ratings.items.begin[user] +
                                                    static_cast<std::size_t>(place - own.begin())];
        if (rating > threshold) {
          found += values ? sample.penalty[*place] * (rating - threshold) : 1;
        }
      }
    }
    sum += browsing.looks[length - 1] / static_cast<double>(length) * found;
  }
  return sum / static_cast<double>(sample.lists.size());
}

TEST(Satisfaction, EqualsTheDoubleSum) {
  const Sample sample = random_sample(60, 40);
  for (const std::size_t depth : {1U, 7U, 40U, 60U}) {
    const BrowsingModel browsing = geometric_browsing(0.4, 5, depth);
    for (const double threshold : {2.0, 3.0, 3.5}) {
      const Satisfaction result =
          satisfaction(sample.ratings, sample.ranks, sample.eligible, browsing,
                       {.threshold = threshold, .penalty = sample.penalty});
      EXPECT_NEAR(result.satisfaction.value, double_sum(sample, browsing, threshold, true), 1e-12);
      EXPECT_NEAR(result.success.value, double_sum(sample, browsing, threshold, false), 1e-12);
    }
  }
}

/// Everybody looks through N items, and all positive ratings are worth 1.
TEST(Satisfaction, IsPrecisionWhereEverybodyLooksEquallyFar) {
  Sample sample = random_sample(50, 30);
  for (double& rating : sample.ratings.rating) rating = rating > 3 ? 4 : 2;
  for (const std::size_t length : {1U, 5U, 30U}) {
    std::vector<double> looks(length);
    looks.back() = 1;
    const Satisfaction result =
        satisfaction(sample.ratings, sample.ranks, sample.eligible, given_browsing(looks), {});
    double hits = 0;
    for (std::size_t i = 0; i < sample.ranks.size(); ++i) {
      hits += sample.ratings.rating[i] > 3 && sample.ranks[i].above < length ? 1 : 0;
    }
    const double precision = hits / static_cast<double>(50 * length);
    EXPECT_NEAR(result.satisfaction.value, precision, 1e-15);
    EXPECT_NEAR(result.success.value, precision, 1e-15);
    EXPECT_NEAR(result.shares.hit.value, precision, 1e-15);
  }
}

/// Ties in expectation: the mean over all orders; the bounds are the best and the worst of them.
TEST(Satisfaction, TakesTheMeanOverTiedOrders) {
  // Five items; those numbered 1 to 3 are tied at ranks 2 to 4; 0, 1 and 3 are rated.
  const HeldOutRatings ratings{{{0, 3}, {0, 1, 3}}, {4, 5, 4}};
  const std::vector<HeldOutRank> ranks{{0, 1}, {1, 3}, {1, 3}};
  const BrowsingModel browsing = given_browsing({0.4, 0.3, 0.2});
  const std::vector<double> discounts = browsing.discounts();
  const auto at = [&](std::size_t rank) { return rank <= 3 ? discounts[rank - 1] : 0; };
  double sum = 0;
  double best = -1;
  double worst = 100;
  int orders = 0;
  std::vector<std::size_t> places{2, 3, 4};
  do {
    const double value = at(1) * 1 + at(places[0]) * 2 + at(places[2]) * 1;
    sum += value;
    best = std::max(best, value);
    worst = std::min(worst, value);
    ++orders;
  } while (std::next_permutation(places.begin(), places.end()));
  const Satisfaction result =
      satisfaction(ratings, ranks, std::vector<std::uint64_t>{5}, browsing, {});
  EXPECT_NEAR(result.satisfaction.value, sum / orders, 1e-15);
  EXPECT_NEAR(result.satisfaction.optimistic, best, 1e-15);
  EXPECT_NEAR(result.satisfaction.pessimistic, worst, 1e-15);
  EXPECT_NEAR(result.shares.hit.value, (1 + 2 * 2.0 / 3) / 3, 1e-15);
}

/// Success and its parts: their equations 3, 4, 8 and 9, term by term.
TEST(Satisfaction, IsMadeOfItsParts) {
  const Sample sample = random_sample(60, 40);
  const BrowsingModel browsing = geometric_browsing(0.4, 5, 30);
  std::vector<std::uint32_t> lengths(30);
  std::iota(lengths.begin(), lengths.end(), 1U);
  const Satisfaction result =
      satisfaction(sample.ratings, sample.ranks, sample.eligible, browsing, {.parts = lengths});
  ASSERT_EQ(result.parts.size(), 30U);
  double success = 0;
  double whole = 0;
  for (std::size_t n = 1; n <= 30; ++n) {
    const SuccessPart& part = result.parts[n - 1];
    EXPECT_EQ(part.items, n);
    EXPECT_EQ(part.looks, browsing.looks[n - 1]);
    double hits = 0;
    double liked = 0;
    for (std::size_t i = 0; i < sample.ranks.size(); ++i) {
      if (sample.ratings.rating[i] <= 3 || sample.ranks[i].above >= n) continue;
      ++hits;
      liked += sample.ratings.rating[i] - 3;
    }
    const auto users = static_cast<double>(result.success.users);
    EXPECT_NEAR(part.precision.value, hits / (static_cast<double>(n) * users), 1e-12);
    if (hits > 0) {
      EXPECT_NEAR(part.liking.value, liked / hits, 1e-12);
    }
    success += part.looks * part.precision.value;
    if (hits > 0) whole += part.looks * part.precision.value * part.liking.value;
  }
  EXPECT_NEAR(result.success.value, success, 1e-12);
  EXPECT_NEAR(result.satisfaction.value, whole, 1e-12);  // sigma is 1
  EXPECT_NEAR(result.satisfaction.value, result.success.value * result.liking.value, 1e-12);
  EXPECT_GT(result.liking.standard_error, 0);
  const Satisfaction shallow = satisfaction(sample.ratings, sample.ranks, sample.eligible,
                                            geometric_browsing(0.4, 5, 5), {});
  ASSERT_EQ(shallow.parts.size(), 1U);  // of 1 and 10
  EXPECT_EQ(shallow.parts[0].items, 1U);
}

/// The bounds of shares are the best and the worst of all orders.
TEST(Satisfaction, SharesHaveTheBoundsOfTiedOrders) {
  // Items 1 to 4 are tied at ranks 2 to 5 of a list of 3: 1 is liked, 2 is not, 3 and 4 are not
  // rated.
  const HeldOutRatings ratings{{{0, 3}, {0, 1, 2}}, {4, 5, 2}};
  const std::vector<HeldOutRank> ranks{{0, 1}, {1, 4}, {1, 4}};
  const BrowsingModel browsing = given_browsing({0.4, 0.3, 0.2});
  struct Range {
    double sum = 0;
    double least = 10;
    double most = -10;
    void add(double value) {
      sum += value;
      least = std::min(least, value);
      most = std::max(most, value);
    }
  };
  Range hit;
  Range mishit;
  Range not_rated;
  Range missed;
  double orders = 0;
  std::vector<std::size_t> places{2, 3, 4, 5};
  do {
    const double hits = 1 + (places[0] <= 3 ? 1 : 0);
    const double mishits = places[1] <= 3 ? 1 : 0;
    hit.add(hits / 3);
    mishit.add(mishits / 3);
    not_rated.add((3 - hits - mishits) / 3);
    missed.add((2 - hits) / 2);
    ++orders;
  } while (std::next_permutation(places.begin(), places.end()));
  const ListShares shares =
      satisfaction(ratings, ranks, std::vector<std::uint64_t>{6}, browsing, {}).shares;
  const auto expect = [&](const MetricResult& result, const Range& range, bool more_is_better) {
    EXPECT_NEAR(result.value, range.sum / orders, 1e-15) << result.metric.name;
    EXPECT_NEAR(more_is_better ? result.optimistic : result.pessimistic, range.most, 1e-15);
    EXPECT_NEAR(more_is_better ? result.pessimistic : result.optimistic, range.least, 1e-15);
    EXPECT_LT(range.least, range.most);
  };
  expect(shares.hit, hit, true);
  expect(shares.mishit, mishit, false);
  expect(shares.not_rated, not_rated, false);
  expect(shares.missed, missed, false);
}

TEST(Satisfaction, SkipsWhoRatedNothingAndHasTheSameBitsForAnyThreads) {
  Sample sample = random_sample(3000, 12);
  sample.ratings.items.begin.push_back(sample.ratings.items.begin.back());  // one user more
  sample.eligible.push_back(12);
  const BrowsingModel browsing = geometric_browsing(0.4, 5, 10);
  const auto with = [&](unsigned threads) {
    return satisfaction(sample.ratings, sample.ranks, sample.eligible, browsing,
                        {.penalty = sample.penalty, .threads = threads, .per_user = true});
  };
  const Satisfaction one = with(1);
  EXPECT_TRUE(std::isnan(one.satisfaction.per_user.back()));
  EXPECT_LE(one.satisfaction.users, 3000U);
  double sum = 0;
  for (std::size_t user = 0; user + 1 < one.satisfaction.per_user.size(); ++user) {
    if (!std::isnan(one.satisfaction.per_user[user])) sum += one.satisfaction.per_user[user];
  }
  EXPECT_NEAR(sum / static_cast<double>(one.satisfaction.users), one.satisfaction.value, 1e-12);
  for (const unsigned threads : {2U, 7U}) {
    const Satisfaction more = with(threads);
    EXPECT_EQ(more.satisfaction.value, one.satisfaction.value);
    EXPECT_EQ(more.satisfaction.standard_error, one.satisfaction.standard_error);
    EXPECT_EQ(more.shares.missed.value, one.shares.missed.value);
    EXPECT_EQ(more.head_before, one.head_before);
  }
}

TEST(HeldOutRatings, TakesTheLastOfTwoAndRefusesOthers) {
  Interactions test;
  for (const char* id : {"a", "b"}) test.users.add(id);
  for (const char* id : {"x", "y"}) test.items.add(id);
  test.user = {0, 1, 0, 0};
  test.item = {1, 0, 0, 1};
  test.rating = {5, 4, 1, 2};
  const HeldOutRatings ratings = held_out_ratings(test, {});
  EXPECT_EQ(ratings.items.item, (std::vector<std::uint32_t>{0, 1, 0}));
  EXPECT_EQ(ratings.rating, (std::vector<double>{1, 2, 4}));
  const auto fault = [&](const RatingScale& scale) {
    return testing_support::message_of([&] { held_out_ratings(test, scale); });
  };
  EXPECT_EQ(fault({1, 4, 2}),
            "satisfaction: expected ratings from 1 to 4; got 5 of user 'a' for item 'y'");
  EXPECT_EQ(fault({1, 5, 5}),
            "satisfaction: expected a threshold from 1 to below 5, the scale of ratings; got 5");
  test.rating.clear();
  EXPECT_EQ(fault({}), "satisfaction: expected held-out interactions with ratings; got none");
}

TEST(Satisfaction, SaysWhatDoesNotFit) {
  const HeldOutRatings ratings{{{0, 1}, {0}}, {5}};
  const std::vector<HeldOutRank> ranks{{0, 1}};
  const BrowsingModel browsing = given_browsing({1});
  const auto fault = [&](std::vector<std::uint64_t> eligible, SatisfactionOptions options) {
    return testing_support::message_of(
        [&] { satisfaction(ratings, ranks, eligible, browsing, options); });
  };
  EXPECT_EQ(fault({}, {}), "satisfaction: expected numbers of eligible items of 1 users; got 0");
  EXPECT_EQ(fault({3}, {.penalty = {1.5}}),
            "satisfaction: expected what items count from 0 to 1; got 1.5");
  EXPECT_EQ(fault({3}, {.parts = {1, 0}}),
            "satisfaction: expected parts of lists of at least 1 item; got 0");
  EXPECT_EQ(testing_support::message_of(
                [&] { satisfaction(ratings, {}, std::vector<std::uint64_t>{3}, browsing, {}); }),
            "satisfaction: expected a rating and a rank for each of 1 held-out items; got 1 and 0");
}

}  // namespace
}  // namespace honestrank

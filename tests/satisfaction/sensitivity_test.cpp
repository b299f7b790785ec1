#include "honestrank/satisfaction/sensitivity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "error_message.h"
#include "honestrank/base/random.h"
#include "honestrank/data/split.h"
#include "honestrank/models/attribute_models.h"
#include "honestrank/models/baselines.h"
#include "honestrank/satisfaction/short_head.h"

namespace honestrank {
namespace {

using testing_support::message_of;

/// Two kinds of users, who like one half of the items each, some items more often than others.
struct Audience {
  Interactions all;
  AttributeTable users;

  Audience() {
    users.names = {"kind", "name"};
    users.columns.resize(2);
    const CounterRandom random(3);
    for (std::uint32_t item = 0; item < 40; ++item) all.items.add("i" + std::to_string(item));
    for (std::uint32_t user = 0; user < 300; ++user) {
      const std::string id = "u" + std::to_string(user);
      all.users.add(id);
      users.ids.add(id);
      users.columns[0].push_back(user % 2 == 0 ? "even" : "odd");
      users.columns[1].push_back(id);
      for (std::uint32_t item = 0; item < 40; ++item) {
        if (random.uniform(user, item) > 1 / (1 + 0.1 * item)) continue;
        const bool own = item % 2 == user % 2;
        all.user.push_back(user);
        all.item.push_back(item);
        all.rating.push_back(random.uniform(user, 100 + item) < (own ? 0.9 : 0.3) ? 5 : 2);
      }
    }
  }
};

TEST(FitShortHead, IsTheCurveOfTheMetricWithinTrain) {
  const Audience audience;
  const BrowsingModel browsing = geometric_browsing(0.5, 5, 20);
  const SensitivityOptions options{.shrink = 5, .share = 0.3, .bootstrap = 50};
  const SensitivityCurve curve = fit_short_head(audience.all, audience.users, browsing, options);
  EXPECT_EQ(curve.segmentations, (std::vector<std::string>{"kind"}));
  EXPECT_EQ(curve.left_out, (std::vector<std::string>{"name"}));
  EXPECT_EQ(curve.without, (std::vector<std::uint64_t>{0}));
  ASSERT_GT(curve.points.size(), 5U);

  // The split that the curve is over, which the seed decides.
  const Split split = hold_out_share(
      audience.all, 0.3,
      {.order = HoldOutOrder::random, .seed = CounterRandom(options.seed, 0x63686f69).bits(0)});
  const HeldOutRatings ratings = held_out_ratings(split.test, {});
  const UserItems seen = user_items(split.train);
  const auto eligible = eligible_items(seen, 40);
  std::vector<std::uint64_t> popularity(40);
  for (const std::uint32_t item : audience.all.item) ++popularity[item];
  const auto value = [&](const ScoreSource& scores, std::size_t head) {
    const auto ranks = held_out_ranks(scores, ratings.items, seen);
    const ShortHead step{ShortHead::Kind::step, static_cast<double>(head), 0};
    return satisfaction(ratings, ranks, eligible, browsing,
                        {.penalty = penalties(step, popularity)})
        .satisfaction.value;
  };
  const ItemScores everybody = average_rating(split.train, {3, 5});
  const Factors segments = segment_model(split.train, audience.users, {{"kind"}, 3, 5});
  double largest = -1;
  for (const SensitivityPoint& point : curve.points) {
    const double base = value(everybody, point.head);
    EXPECT_NEAR(point.satisfaction, base, 1e-12);
    EXPECT_NEAR(point.increase, value(segments, point.head) / base - 1, 1e-9);
    largest = std::max(largest, point.increase);
  }
  EXPECT_EQ(curve.points[curve.best].increase, largest);
  EXPECT_GT(largest, 0.1);  // who knows the kind recommends better
  EXPECT_LE(curve.low, curve.high);
  EXPECT_GE(curve.points.back().satisfaction, 0.1 * curve.points[0].satisfaction);

  SensitivityOptions two = options;
  two.threads = 2;
  const SensitivityCurve again = fit_short_head(audience.all, audience.users, browsing, two);
  EXPECT_EQ(again.low, curve.low);
  EXPECT_EQ(again.high, curve.high);
  EXPECT_EQ(again.points[3].increase, curve.points[3].increase);
}

TEST(FitShortHead, CountsBlankValuesAndPassesOverConstantColumns) {
  Audience audience;
  audience.users.names.push_back("planet");
  audience.users.names.push_back("blank");
  TextColumn some;
  TextColumn planet;
  TextColumn blank;
  for (std::size_t user = 0; user < 300; ++user) {
    some.push_back(user < 7 ? std::string_view() : audience.users.columns[0][user]);
    planet.push_back("earth");
    blank.push_back("");
  }
  audience.users.columns[0] = some;
  audience.users.columns.push_back(planet);
  audience.users.columns.push_back(blank);
  const SensitivityCurve curve =
      fit_short_head(audience.all, audience.users, geometric_browsing(0.5, 5, 20),
                     {.shrink = 5, .share = 0.3, .bootstrap = 0});
  EXPECT_EQ(curve.segmentations, (std::vector<std::string>{"kind"}));
  EXPECT_EQ(curve.constant, (std::vector<std::string>{"planet", "blank"}));
  EXPECT_EQ(curve.without, (std::vector<std::uint64_t>{7}));
  EXPECT_EQ(curve.users, 300U);
  EXPECT_EQ(curve.points[0].each.size(), 1U);
  EXPECT_EQ(curve.low, curve.best);  // no samples, no interval
  EXPECT_EQ(curve.high, curve.best);
}

TEST(FitShortHead, SaysWhatIsMissing) {
  const Audience audience;
  const BrowsingModel browsing = geometric_browsing(0.5, 5, 20);
  AttributeTable names = audience.users;
  names.names = {"name"};
  names.columns = {audience.users.columns[1]};
  EXPECT_EQ(message_of([&] { fit_short_head(audience.all, names, browsing); }),
            "short head: expected attributes that divide the users; got none");
  AttributeTable others = audience.users;
  others.ids.add("stranger");
  EXPECT_EQ(message_of([&] { fit_short_head(audience.all, others, browsing); }),
            "short head: expected a value of 'kind' for each of 301 users; got 300");
  for (TextColumn& column : others.columns) column.push_back("even");
  EXPECT_EQ(message_of([&] { fit_short_head(audience.all, others, browsing); }),
            "segment: expected attributes of users that the interactions know; got 1 others, the "
            "first is 'stranger'");
  others.names.pop_back();
  EXPECT_EQ(message_of([&] { fit_short_head(audience.all, others, browsing); }),
            "short head: expected a column for each of 1 names; got 2");
  Interactions plain = audience.all;
  plain.rating.clear();
  EXPECT_EQ(message_of([&] { fit_short_head(plain, audience.users, browsing); }),
            "short head: expected ratings to choose it by; got interactions without");
  Interactions cut = audience.all;
  cut.rating.pop_back();
  EXPECT_NE(message_of([&] { fit_short_head(cut, audience.users, browsing); }), "");
  EXPECT_NE(
      message_of([&] { fit_short_head(audience.all, audience.users, browsing, {.share = 1}); }),
      "");
  EXPECT_NE(message_of([&] {
              fit_short_head(audience.all, audience.users, browsing, {.threshold = std::nan("")});
            }),
            "");
}

}  // namespace
}  // namespace honestrank

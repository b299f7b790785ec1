#include "honestrank/satisfaction/sensitivity.h"

#include <gtest/gtest.h>

#include "error_message.h"
#include "honestrank/base/random.h"
#include "honestrank/data/split.h"
#include "honestrank/models/attribute_models.h"
#include "honestrank/models/baselines.h"
#include "honestrank/satisfaction/short_head.h"

namespace honestrank {
namespace {

/// Two kinds of users, who like one half of the items each, some items more often than others.
struct Audience {
  Split split;
  AttributeTable users;

  Audience() {
    Interactions all;
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
    split = hold_out_share(all, 0.3, {.order = HoldOutOrder::random});
  }
};

TEST(FitShortHead, IsTheCurveOfTheMetric) {
  const Audience audience;
  const BrowsingModel browsing = geometric_browsing(0.5, 5, 20);
  const HeldOutRatings ratings = held_out_ratings(audience.split.test, {});
  const SensitivityOptions options{.shrink = 5, .bootstrap = 50};
  const SensitivityCurve curve =
      fit_short_head(audience.split.train, ratings, audience.users, browsing, options);
  EXPECT_EQ(curve.segmentations, (std::vector<std::string>{"kind"}));
  EXPECT_EQ(curve.left_out, (std::vector<std::string>{"name"}));
  EXPECT_EQ(curve.users_without, 0U);
  ASSERT_GT(curve.points.size(), 5U);

  const UserItems seen = user_items(audience.split.train);
  const auto eligible = eligible_items(seen, 40);
  std::vector<std::uint64_t> popularity(40);
  for (const std::uint32_t item : audience.split.train.item) ++popularity[item];
  const auto value = [&](const ScoreSource& scores, std::size_t head) {
    const auto ranks = held_out_ranks(scores, ratings.items, seen);
    const ShortHead step{ShortHead::Kind::step, static_cast<double>(head), 0};
    return satisfaction(ratings, ranks, eligible, browsing,
                        {.penalty = penalties(step, popularity)})
        .satisfaction.value;
  };
  const ItemScores everybody = average_rating(audience.split.train, {3, 5});
  const Factors segments = segment_model(audience.split.train, audience.users, {{"kind"}, 3, 5});
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
  const SensitivityCurve again =
      fit_short_head(audience.split.train, ratings, audience.users, browsing, two);
  EXPECT_EQ(again.low, curve.low);
  EXPECT_EQ(again.high, curve.high);
  EXPECT_EQ(again.points[3].increase, curve.points[3].increase);
}

TEST(FitShortHead, SaysWhatIsMissing) {
  const Audience audience;
  const BrowsingModel browsing = geometric_browsing(0.5, 5, 20);
  const HeldOutRatings ratings = held_out_ratings(audience.split.test, {});
  AttributeTable names = audience.users;
  names.names = {"name"};
  names.columns = {audience.users.columns[1]};
  EXPECT_EQ(testing_support::message_of(
                [&] { fit_short_head(audience.split.train, ratings, names, browsing); }),
            "short head: expected attributes that divide the users; got none");
  AttributeTable others = audience.users;
  others.ids.add("stranger");
  for (TextColumn& column : others.columns) column.push_back("even");
  EXPECT_EQ(testing_support::message_of(
                [&] { fit_short_head(audience.split.train, ratings, others, browsing); }),
            "segment: expected attributes of users that the interactions know; got 1 others, the "
            "first is 'stranger'");
}

}  // namespace
}  // namespace honestrank

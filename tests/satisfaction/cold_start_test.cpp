#include "honestrank/satisfaction/cold_start.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "error_message.h"
#include "honestrank/base/random.h"

namespace honestrank {
namespace {

TEST(RatingsWorth, IsWhereTheCurveReachesTheLine) {
  const std::vector<std::uint32_t> known{0, 1, 2, 5};
  const std::vector<double> curve{0.1, 0.2, 0.4, 0.7};
  EXPECT_EQ(ratings_worth(known, curve, 0.05), 0);
  EXPECT_EQ(ratings_worth(known, curve, 0.1), 0);
  EXPECT_NEAR(ratings_worth(known, curve, 0.15), 0.5, 1e-12);
  EXPECT_NEAR(ratings_worth(known, curve, 0.2), 1, 1e-12);
  EXPECT_NEAR(ratings_worth(known, curve, 0.5), 3, 1e-12);
  EXPECT_NEAR(ratings_worth(known, curve, 0.7), 5, 1e-12);
  EXPECT_EQ(ratings_worth(known, curve, 0.71), std::numeric_limits<double>::infinity());
}

/// 0.4 and 0.2 are pooled to 0.3: noise makes no line that is reached early.
TEST(RatingsWorth, TakesTheClosestCurveThatNeverFalls) {
  const std::vector<std::uint32_t> known{0, 1, 2, 3};
  const std::vector<double> curve{0.1, 0.4, 0.2, 0.5};
  EXPECT_NEAR(ratings_worth(known, curve, 0.2), 0.5, 1e-12);
  EXPECT_NEAR(ratings_worth(known, curve, 0.4), 2.5, 1e-12);
  const std::vector<double> falling{0.4, 0.3, 0.2, 0.1};
  EXPECT_EQ(ratings_worth(known, falling, 0.24), 0);  // their mean is 0.25
  EXPECT_EQ(ratings_worth(known, falling, 0.3), std::numeric_limits<double>::infinity());
}

TEST(RatingsWorth, SaysWhatDoesNotFit) {
  const auto fault = [](std::vector<std::uint32_t> known, std::vector<double> curve) {
    return testing_support::message_of([&] { ratings_worth(known, curve, 0); });
  };
  EXPECT_EQ(fault({0, 1}, {0.1}), "ratings_worth: expected a value for each of 2 numbers; got 1");
  EXPECT_EQ(fault({0, 1, 1}, {0, 0, 0}), "ratings_worth: expected rising numbers; got 1 after 1");
}

/// Two kinds of users and of items; users rate most items of their kind above 3, few of the other.
/// A column says the kind, another one is drawn at random.
struct TwoKinds {
  Interactions ratings;
  AttributeTable users;
  AttributeTable items;

  static AttributeTable table() {
    AttributeTable result;
    result.names = {"kind", "coin"};
    result.columns.resize(2);
    return result;
  }

  TwoKinds(std::uint32_t user_count, std::uint32_t item_count) : users(table()), items(table()) {
    const CounterRandom random(5);
    const auto add = [&](AttributeTable& to, IdMap& ids, const std::string& id, std::uint32_t kind,
                         std::uint64_t coin) {
      ids.add(id);
      to.ids.add(id);
      to.columns[0].push_back(kind == 0 ? "even" : "odd");
      to.columns[1].push_back(coin == 0 ? "heads" : "tails");
    };
    for (std::uint32_t item = 0; item < item_count; ++item) {
      add(items, ratings.items, "i" + std::to_string(item), item % 2, random.below(2, item, 1));
    }
    for (std::uint32_t user = 0; user < user_count; ++user) {
      add(users, ratings.users, "u" + std::to_string(user), user % 2, random.below(2, user, 2));
      for (std::uint32_t item = 0; item < item_count; ++item) {
        if (random.uniform(user, 1000 + item) < 0.4) continue;
        const double liked = item % 2 == user % 2 ? 0.8 : 0.2;
        ratings.user.push_back(user);
        ratings.item.push_back(item);
        ratings.rating.push_back(random.uniform(user, 5000 + item) < liked ? 4 : 2);
      }
    }
  }
};

ColdStartOptions few() {
  ColdStartOptions options;
  options.shrink = 5;
  options.known = {0, 1, 2, 4, 8, 12};
  options.judged = 5;
  options.folds = 4;
  options.repeats = 3;
  options.bootstrap = 200;
  return options;
}

TEST(NewUserStudy, FindsWhatAnAttributeIsWorth) {
  const TwoKinds data(240, 60);
  const BrowsingModel browsing = geometric_browsing(0.5, 5, 20);
  const ColdStartStudy study =
      new_user_study(data.ratings, &data.users, {"kind"}, nullptr, browsing, few());
  EXPECT_EQ(study.newcomers, 240U);
  EXPECT_EQ(study.left_out, 0U);
  EXPECT_EQ(study.without, 0U);
  ASSERT_EQ(study.known.size(), 6U);
  EXPECT_EQ(study.known[3].name, "known=4");
  EXPECT_EQ(study.known[0].satisfaction.users, 240U);

  // Lists for everybody mix both kinds; who knows the kind has about 0.8 / 0.5 as much.
  const double nothing = study.known.front().satisfaction.value;
  const double kind = study.lines.front().satisfaction.value;
  EXPECT_NEAR(kind / nothing, 1.6, 0.2);
  // It rises, but for noise.
  for (std::size_t i = 2; i < study.known.size(); ++i) {
    EXPECT_GT(study.known[i].satisfaction.value, study.known[i - 2].satisfaction.value) << i;
  }
  EXPECT_GT(study.gain.low, 0);
  EXPECT_NEAR(study.gain.value, study.known.back().satisfaction.value - nothing, 1e-12);
  // A rating that four of five of a kind give leaves a fifth of the users with the wrong list.
  ASSERT_EQ(study.worth.size(), 3U);
  EXPECT_EQ(study.worth[0].name, "kind");
  EXPECT_EQ(study.worth[1].name, "kind at random");
  EXPECT_LT(study.worth[1].ratings.value, 1);
  EXPECT_GT(study.worth[0].ratings.value, 2);
  EXPECT_LE(study.worth[0].ratings.low, study.worth[0].ratings.value);
  EXPECT_GE(study.worth[0].ratings.high, study.worth[0].ratings.value);
  EXPECT_EQ(study.questions, (std::vector<std::string>{"kind", "coin"}));
  EXPECT_EQ(study.answered.size(), 2U);
  EXPECT_NEAR(study.answered[0].satisfaction.value, kind, 0.05 * kind);

  const ColdStartStudy coin =
      new_user_study(data.ratings, &data.users, {"coin"}, nullptr, browsing, few());
  EXPECT_LT(coin.worth[0].ratings.value, 1);
  EXPECT_EQ(coin.known[2].satisfaction.value, study.known[2].satisfaction.value);
}

TEST(NewUserStudy, AsksWhetherKindsOfItemsAreLiked) {
  const TwoKinds data(240, 60);
  const BrowsingModel browsing = geometric_browsing(0.5, 5, 20);
  const ColdStartStudy study =
      new_user_study(data.ratings, nullptr, {}, &data.items, browsing, few());
  EXPECT_EQ(study.questions.size(), 4U);  // two values each of kind and coin
  EXPECT_TRUE(study.lines.empty());
  ASSERT_EQ(study.worth.size(), 1U);
  EXPECT_EQ(study.worth[0].name, "answered=4");
  EXPECT_GT(study.answered[3].satisfaction.value, 1.2 * study.known[0].satisfaction.value);
}

/// Where tastes are noise, answers about kinds of items say nothing, and lists stay as good as
/// those for everybody. (Learnt from the ratings that the answers of old users are taken from, they
/// would seem to say a lot, and spoil the lists of newcomers.)
TEST(NewUserStudy, LearnsNothingFromAnswersThatSayNothing) {
  TwoKinds data(400, 60);
  const CounterRandom random(17);
  for (std::size_t row = 0; row < data.ratings.size(); ++row) {
    // Some items are better than others, for everybody.
    const double liked = 0.2 + 0.6 * data.ratings.item[row] / 60;
    data.ratings.rating[row] = random.uniform(row) < liked ? 4 : 2;
  }
  ColdStartOptions options = few();
  options.shrink = 1;
  const ColdStartStudy study = new_user_study(data.ratings, nullptr, {}, &data.items,
                                              geometric_browsing(0.5, 5, 20), options);
  const double nothing = study.known.front().satisfaction.value;
  EXPECT_NEAR(study.answered.back().satisfaction.value / nothing, 1, 0.06);
}

TEST(NewUserStudy, HasTheSameBitsForAnyThreads) {
  const TwoKinds data(120, 50);
  const BrowsingModel browsing = geometric_browsing(0.5, 5, 20);
  const auto with = [&](unsigned threads, std::uint64_t seed) {
    ColdStartOptions options = few();
    options.threads = threads;
    options.seed = seed;
    return new_user_study(data.ratings, &data.users, {"kind", "coin"}, &data.items, browsing,
                          options);
  };
  const ColdStartStudy one = with(1, 42);
  EXPECT_NE(with(1, 43).known[2].satisfaction.value, one.known[2].satisfaction.value);
  for (const unsigned threads : {2U, 7U}) {
    const ColdStartStudy more = with(threads, 42);
    for (std::size_t i = 0; i < one.known.size(); ++i) {
      EXPECT_EQ(more.known[i].satisfaction.value, one.known[i].satisfaction.value);
      EXPECT_EQ(more.known[i].satisfaction.standard_error,
                one.known[i].satisfaction.standard_error);
    }
    EXPECT_EQ(more.answered.back().satisfaction.value, one.answered.back().satisfaction.value);
    EXPECT_EQ(more.worth[0].ratings.low, one.worth[0].ratings.low);
    EXPECT_EQ(more.worth[0].ratings.high, one.worth[0].ratings.high);
  }
}

TEST(NewUserStudy, CountsWhoIsLeftOutAndWhoHasNoValue) {
  TwoKinds data(60, 40);
  data.ratings.users.add("newcomer");
  data.ratings.user.push_back(60);
  data.ratings.item.push_back(0);
  data.ratings.rating.push_back(5);
  AttributeTable some = TwoKinds::table();
  for (std::uint32_t user = 0; user < 50; ++user) {
    some.ids.add("u" + std::to_string(user));
    some.columns[0].push_back(user == 3 ? "" : user % 2 == 0 ? "even" : "odd");
    some.columns[1].push_back("heads");  // constant: no question
  }
  const ColdStartStudy study =
      new_user_study(data.ratings, &some, {"kind"}, nullptr, geometric_browsing(0.5, 5, 20), few());
  EXPECT_EQ(study.newcomers, 60U);
  EXPECT_EQ(study.left_out, 1U);
  EXPECT_EQ(study.without, 11U);
  EXPECT_EQ(study.questions, (std::vector<std::string>{"kind"}));
}

TEST(NewItemStudy, FindsWhatMetadataAreWorth) {
  const TwoKinds data(120, 200);
  const BrowsingModel browsing = geometric_browsing(0.5, 5, 20);
  const ColdStartStudy study = new_item_study(data.ratings, data.items, {"kind"}, browsing, few());
  EXPECT_EQ(study.newcomers, 200U);
  EXPECT_EQ(study.candidates, 50U);
  EXPECT_EQ(study.known.front().satisfaction.users, 120U);
  // Where nothing is known all orders are alike.
  EXPECT_LT(study.known.front().satisfaction.pessimistic, study.known.front().satisfaction.value);
  EXPECT_GT(study.known.front().satisfaction.optimistic, study.known.front().satisfaction.value);
  EXPECT_GT(study.known[1].satisfaction.value, 1.1 * study.known[0].satisfaction.value);
  EXPECT_GT(study.known[3].satisfaction.value, study.known[1].satisfaction.value);
  EXPECT_GT(study.gain.low, 0);
  EXPECT_EQ(study.worth[0].name, "metadata");
  EXPECT_GT(study.worth[0].ratings.value, 2);
  EXPECT_NEAR(study.lines[0].satisfaction.value / study.known[0].satisfaction.value, 1.6, 0.2);

  ColdStartOptions two = few();
  two.threads = 2;
  const ColdStartStudy coin = new_item_study(data.ratings, data.items, {"coin"}, browsing, two);
  EXPECT_LT(coin.worth[0].ratings.value, 1);
  for (std::size_t i = 0; i < study.known.size(); ++i) {
    EXPECT_EQ(coin.known[i].satisfaction.value, study.known[i].satisfaction.value) << "threads";
  }
}

TEST(ColdStartStudy, PenaltiesCount) {
  const TwoKinds data(60, 60);
  const BrowsingModel browsing = geometric_browsing(0.5, 5, 20);
  ColdStartOptions options = few();
  const auto nothing = [&] {
    return std::pair{new_user_study(data.ratings, nullptr, {}, nullptr, browsing, options)
                         .known[0]
                         .satisfaction.value,
                     new_item_study(data.ratings, data.items, {}, browsing, options)
                         .known[0]
                         .satisfaction.value};
  };
  const auto plain = nothing();
  options.penalty.assign(60, 0.5);
  const auto half = nothing();
  EXPECT_NEAR(half.first, plain.first / 2, 1e-12);
  EXPECT_NEAR(half.second, plain.second / 2, 1e-12);
}

TEST(ColdStartStudy, SaysWhatIsWrong) {
  const TwoKinds data(60, 40);
  const BrowsingModel browsing = geometric_browsing(0.5, 5, 20);
  const auto fault = [&](const ColdStartOptions& options, const Interactions& ratings) {
    return testing_support::message_of(
        [&] { new_user_study(ratings, &data.users, {"kind"}, nullptr, browsing, options); });
  };
  ColdStartOptions options = few();
  options.known = {1, 2};
  EXPECT_EQ(fault(options, data.ratings),
            "new_user_study: expected rising numbers of known ratings, from 0 on; got 1,2");
  options = few();
  options.folds = 1;
  EXPECT_EQ(fault(options, data.ratings), "new_user_study: expected folds of at least 2; got 1");
  options = few();
  options.known = {0, 1000};
  EXPECT_EQ(
      fault(options, data.ratings),
      "new_user_study: expected at least 8 users with 1005 ratings each, 1000 that may become "
      "known and 5 to judge by; got 0");
  Interactions twice = data.ratings;
  twice.user.push_back(twice.user[0]);
  twice.item.push_back(twice.item[0]);
  twice.rating.push_back(1);
  EXPECT_EQ(fault(few(), twice),
            "new_user_study: expected every pair of user and item once; got 1 that repeat others");
  Interactions plain = data.ratings;
  plain.rating.clear();
  EXPECT_EQ(fault(few(), plain), "new_user_study: expected interactions with ratings; got none");
  EXPECT_EQ(testing_support::message_of(
                [&] { new_user_study(data.ratings, nullptr, {"kind"}, nullptr, browsing, few()); }),
            "new_user_study: expected a table of users with kind; got none");
  options = few();
  options.penalty = {1};
  EXPECT_EQ(testing_support::message_of(
                [&] { new_item_study(data.ratings, data.items, {}, browsing, options); }),
            "new_item_study: expected what each of 40 items counts; got 1 numbers");
}

}  // namespace
}  // namespace honestrank

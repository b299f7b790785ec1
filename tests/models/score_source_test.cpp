#include "honestrank/models/score_source.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "error_message.h"
#include "models/random_sources.h"

namespace honestrank {
namespace {

using testing_support::message_of;
using testing_support::RandomSources;

std::vector<double> scores_of(const ScoreSource& source, std::uint32_t user) {
  std::vector<double> scores(item_count(source));
  score_users(source, {&user, 1}, scores);
  return scores;
}

CsrMatrix one_row(std::size_t columns, std::vector<std::uint32_t> column,
                  std::vector<float> value) {
  CsrMatrix matrix;
  matrix.rows = 1;
  matrix.columns = columns;
  matrix.row_begin = {0, column.size()};
  matrix.column = std::move(column);
  matrix.value = std::move(value);
  return matrix;
}

TEST(ScoreUsers, AddsBiasesToTheDotProduct) {
  const ScoreSource source = Factors{make_matrix(2, 2, {1, 2, 3, 4}),
                                     make_matrix(3, 2, {1, 0, 0, 1, 1, 1}),
                                     {0.5F, 0, 0},
                                     {0, 100}};
  EXPECT_EQ(user_count(source), 2U);
  EXPECT_EQ(item_count(source), 3U);
  EXPECT_EQ(scores_of(source, 0), (std::vector<double>{1.5, 2, 3}));
  EXPECT_EQ(scores_of(source, 1), (std::vector<double>{103.5, 104, 107}));
}

TEST(ScoreUsers, SumsProductsInFloat64InRisingOrder) {
  // (1e8 * 1e8 + 1) - 1e8 * 1e8 is 0 in this order: 1e16 + 1 is no float64.
  const ScoreSource source = Factors{make_matrix(1, 3, {1e8F, 1, 1e8F}),
                                     make_matrix(2, 3, {1e8F, 1, -1e8F, 1e8F, -1e8F, 1})};
  EXPECT_EQ(scores_of(source, 0), (std::vector<double>{0, 1e16}));
}

TEST(ScoreUsers, SumsSimilaritiesOverTheHistory) {
  const CsrMatrix history = one_row(3, {0, 2}, {1, 2});
  CsrMatrix similarity;
  similarity.rows = similarity.columns = 3;
  similarity.row_begin = {0, 2, 3, 4};
  similarity.column = {1, 2, 0, 1};
  similarity.value = {0.5F, 4, 99, 0.25F};
  EXPECT_EQ(scores_of(SparseSimilarity{history, similarity}, 0), (std::vector<double>{0, 1, 4}));
  const FloatMatrix weights = make_matrix(3, 3, {0, 0.5F, 4, 99, 0, 0, 0, 0.25F, 0});
  EXPECT_EQ(scores_of(DenseSimilarity{history, weights}, 0), (std::vector<double>{0, 1, 4}));
}

TEST(ScoreUsers, HasNanWhereACallbackWroteNothing) {
  ScoreCallback source{.users = 1, .items = 2};
  source.score_users = [](std::span<const std::uint32_t>, std::span<float> out) { out[0] = 1; };
  const auto scores = scores_of(source, 0);
  EXPECT_EQ(scores[0], 1);
  EXPECT_TRUE(std::isnan(scores[1]));
}

TEST(ScorePairs, HasTheBitsOfScoreUsers) {
  for (std::uint32_t round = 0; round < 20; ++round) {
    RandomSources sources(round, 1 + round, 1 + 2 * round);
    for (const auto& [name, source] : sources.all()) {
      validate(source);
      const std::size_t users = user_count(source);
      const std::size_t items = item_count(source);
      std::vector<std::uint32_t> user_list(users);
      std::iota(user_list.begin(), user_list.end(), 0U);
      std::vector<double> all(users * items);
      score_users(source, user_list, all);
      std::vector<std::uint32_t> pair_user;
      std::vector<std::uint32_t> pair_item;
      for (std::size_t i = 0; i < 100; ++i) {
        if (i % 3 != 1 || pair_user.empty()) {
          pair_user.push_back(static_cast<std::uint32_t>(sources.below(users)));
        } else {
          pair_user.push_back(pair_user.back());
        }
        pair_item.push_back(static_cast<std::uint32_t>(sources.below(items)));
      }
      std::vector<double> scores(pair_user.size());
      score_pairs(source, pair_user, pair_item, scores);
      for (std::size_t i = 0; i < scores.size(); ++i) {
        ASSERT_EQ(std::bit_cast<std::uint64_t>(scores[i]),
                  std::bit_cast<std::uint64_t>(all[pair_user[i] * items + pair_item[i]]))
            << name;
      }
    }
  }
}

TEST(ScorePairs, AsksACallbackForWholeUsersWhereItKnowsNoPairs) {
  ScoreCallback source{.users = 9, .items = 2};
  std::vector<std::size_t> batches;
  source.score_users = [&](std::span<const std::uint32_t> users, std::span<float> out) {
    batches.push_back(users.size());
    for (std::size_t i = 0; i < users.size(); ++i) {
      out[2 * i] = static_cast<float>(users[i]);
      out[2 * i + 1] = -static_cast<float>(users[i]);
    }
  };
  source.batch = 2;
  std::vector<double> scores(5);
  score_pairs(source, std::vector<std::uint32_t>{3, 3, 5, 8, 3},
              std::vector<std::uint32_t>{0, 1, 1, 0, 0}, scores);
  EXPECT_EQ(scores, (std::vector<double>{3, -3, -5, 8, 3}));
  EXPECT_EQ(batches, (std::vector<std::size_t>{2, 2}));
}

TEST(ScoreUsers, RefusesNumbersOutOfRangeAndSpansOfOtherLengths) {
  const ScoreSource source = ItemScores{2, {1, 2, 3}};
  std::vector<double> room(3);
  const std::vector<std::uint32_t> good{1};
  const std::vector<std::uint32_t> bad{3};
  EXPECT_EQ(message_of([&] { score_users(source, bad, room); }),
            "score_users: expected users below 2; got 3");
  EXPECT_EQ(message_of([&] { score_users(source, good, std::span(room).first(2)); }),
            "score_users: expected room for 1 * 3 scores; got 2");
  EXPECT_EQ(message_of([&] { score_pairs(source, good, bad, std::span(room).first(1)); }),
            "score_pairs: expected items below 3; got 3");
  EXPECT_EQ(message_of([&] { score_pairs(source, good, good, room); }),
            "score_pairs: expected as many items and scores as users, 1; got 1 and 3");
}

TEST(Cosine, DividesItemRowsByTheirLength) {
  const Factors made =
      cosine({make_matrix(1, 2, {2, 5}), make_matrix(3, 2, {3, 4, 0, 0, 0, -7}), {1, 2, 3}, {4}});
  const std::vector<float> expected{0.6F, 0.8F, 0, 0, 0, -1};
  EXPECT_TRUE(std::equal(made.items.values.begin(), made.items.values.end(), expected.begin()));
  EXPECT_EQ(made.users.row(0)[1], 5.0F);
  EXPECT_TRUE(made.item_bias.empty());
  EXPECT_TRUE(made.user_bias.empty());
}

TEST(ValidateScoreSource, NamesTheFault) {
  const auto message = [](const ScoreSource& source) {
    return message_of([&] { validate(source); });
  };
  const auto zeros = [](std::size_t rows, std::size_t columns) {
    return make_matrix(rows, columns, std::vector<float>(rows * columns));
  };
  EXPECT_EQ(message(Factors{zeros(2, 3), zeros(4, 2)}),
            "validate: expected as many columns of user factors as of item factors, 2; got 3");
  EXPECT_EQ(message(Factors{zeros(2, 3), zeros(4, 3), {1}}),
            "validate: expected a bias for each of 4 items, or none; got 1");
  EXPECT_EQ(message(Factors{zeros(2, 3), zeros(4, 3), {}, {1}}),
            "validate: expected a bias for each of 2 users, or none; got 1");
  FloatMatrix broken = zeros(2, 3);
  broken.rows = 3;
  EXPECT_EQ(message(ScoreMatrix{broken}),
            "validate: expected 3 * 3 values in the score matrix; got 6");
  const CsrMatrix history = one_row(3, {0, 2}, {1, 2});
  EXPECT_EQ(message(DenseSimilarity{history, zeros(2, 3)}),
            "validate: expected as many rows of weights as columns of histories, 3; got 2");
  EXPECT_EQ(message(SparseSimilarity{history, one_row(3, {1}, {1})}),
            "validate: expected as many rows of similarities as columns of histories, 3; got 1");
  EXPECT_EQ(message(SparseSimilarity{one_row(3, {2, 0}, {1, 2}), {}}),
            "validate: the history: expected columns in increasing order; got 0 after 2 in row 0");
  EXPECT_EQ(message(ScoreCallback{.users = 1, .items = 1}),
            "validate: expected a callback that scores users or pairs; got neither");
  ScoreCallback no_batch;
  no_batch.score_users = [](std::span<const std::uint32_t>, std::span<float>) {};
  no_batch.batch = 0;
  EXPECT_EQ(message(no_batch), "validate: expected batches of at least 1 user; got 0");
  EXPECT_EQ(message(ItemScores{std::size_t{1} << 32U, {1}}),
            "validate: expected at most 4294967295 users; got 4294967296");
}

}  // namespace
}  // namespace honestrank

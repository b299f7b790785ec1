#include "honestrank/models/attribute_models.h"

#include <gtest/gtest.h>

#include <cmath>

#include "error_message.h"
#include "honestrank/models/train_model.h"

namespace honestrank {
namespace {

/// Users a, b, c, d; items x, y, z of which nobody rated z.
Interactions train() {
  Interactions data;
  for (const char* id : {"a", "b", "c", "d"}) data.users.add(id);
  for (const char* id : {"x", "y", "z"}) data.items.add(id);
  data.user = {0, 1, 2, 0, 1, 2};
  data.item = {0, 0, 0, 1, 1, 1};
  data.rating = {5, 2, 1, 1, 4, 5};
  return data;
}

/// d has no row, c no age.
AttributeTable users() {
  AttributeTable table;
  table.names = {"gender", "age"};
  table.columns.resize(2);
  const char* const rows[][3] = {{"a", "F", "1"}, {"b", "M", "1"}, {"c", "M", ""}};
  for (const auto& row : rows) {
    table.ids.add(row[0]);
    table.columns[0].push_back(row[1]);
    table.columns[1].push_back(row[2]);
  }
  return table;
}

double score(const ScoreSource& source, std::uint32_t user, std::uint32_t item) {
  double value = 0;
  score_pairs(source, {&user, 1}, {&item, 1}, {&value, 1});
  return value;
}

TEST(SegmentModel, IsTheShareOfPositiveRatingsOfTheSegment) {
  const ScoreSource model = segment_model(train(), users(), {{"gender"}, 3, 0});
  EXPECT_EQ(score(model, 0, 0), 1);  // the woman likes x
  EXPECT_EQ(score(model, 0, 1), 0);
  EXPECT_EQ(score(model, 1, 0), 0);
  EXPECT_EQ(score(model, 2, 1), 1);                                   // both men like y
  EXPECT_FLOAT_EQ(static_cast<float>(score(model, 3, 0)), 1.0F / 3);  // as all users do
  EXPECT_EQ(score(model, 0, 2), 0);
  const ScoreSource joint = segment_model(train(), users(), {{"gender", "age"}, 3, 0});
  EXPECT_EQ(score(joint, 1, 1), 1);
  EXPECT_FLOAT_EQ(static_cast<float>(score(joint, 2, 1)), 2.0F / 3);  // an age is missing
}

TEST(SegmentModel, ShrinksToAllUsers) {
  const ScoreSource model = segment_model(train(), users(), {{"gender"}, 3, 2});
  const double x = (1 + 2 * 0.5) / (3 + 2);  // half of all ratings are positive
  EXPECT_FLOAT_EQ(static_cast<float>(score(model, 3, 0)), static_cast<float>(x));
  // Two men, of whom none likes x, as one of three users does.
  EXPECT_FLOAT_EQ(static_cast<float>(score(model, 1, 0)),
                  static_cast<float>(x + 2.0 / (2 + 2) * (0 - 1.0 / 3)));
}

/// Everybody has the one value that there is: nothing is known, and the list is that of all users.
TEST(SegmentModel, MovesNothingWhereTheAttributeSaysNothing) {
  AttributeTable same = users();
  same.columns[0] = {};
  for (int row = 0; row < 3; ++row) same.columns[0].push_back("one");
  const ScoreSource model = segment_model(train(), same, {{"gender"}, 3, 2});
  for (const std::uint32_t item : {0U, 1U}) {
    EXPECT_FLOAT_EQ(static_cast<float>(score(model, 0, item)),
                    static_cast<float>(score(model, 3, item)));
  }
}

TEST(AttributesModel, AddsUpLogarithms) {
  const ScoreSource model = attributes_model(train(), users(), {{"gender", "age"}, 3, 2});
  const double all = 0.4;                                // of x, shrunk
  const double woman = all + 1.0 / 3 * (1 - 1.0 / 3);    // a's rating alone
  const double young = all + 2.0 / 4 * (0.5 - 1.0 / 3);  // a's and b's
  EXPECT_NEAR(score(model, 0, 0), std::log(woman) + std::log(young) - std::log(all), 1e-6);
  EXPECT_NEAR(score(model, 3, 0), std::log(all), 1e-6);
  EXPECT_LT(score(model, 0, 2), -1000);  // nobody rated z
}

TEST(MetadataModel, KnowsItemsThatNobodyRated) {
  AttributeTable items;
  items.names = {"title", "genres"};
  items.columns.resize(2);
  const char* const rows[][3] = {
      {"x", "X", "War"}, {"y", "Y", "Love"}, {"z", "Z", "Love|War"}, {"w", "W", "Love"}};
  for (const auto& row : rows) {
    items.ids.add(row[0]);
    items.columns[0].push_back(row[1]);
    items.columns[1].push_back(row[2]);
  }
  const ScoreSource model = metadata_model(train(), items, {.attributes = {"genres"}, .shrink = 0});
  EXPECT_EQ(score(model, 0, 0), 2);  // a's rating of x less the threshold
  EXPECT_EQ(score(model, 0, 1), -2);
  EXPECT_EQ(score(model, 0, 2), 0);                                   // z has both genres
  EXPECT_FLOAT_EQ(static_cast<float>(score(model, 3, 1)), 1.0F / 3);  // as all users like Love
  const ScoreSource shrunk =
      metadata_model(train(), items, {.attributes = {"genres"}, .shrink = 1});
  EXPECT_FLOAT_EQ(static_cast<float>(score(shrunk, 0, 0)), (2 - 1.0F / 3) / 2);
}

/// Columns of 0 and 1, as MovieLens 100k has them, say the same as a list of genres.
TEST(MetadataModel, ReadsColumnsOfFlags) {
  AttributeTable listed;
  AttributeTable flags;
  listed.names = {"genres"};
  listed.columns.resize(1);
  flags.names = {"War", "Love"};
  flags.columns.resize(2);
  const char* const rows[][4] = {{"x", "War", "1", "0"},
                                 {"y", "Love", "0", "1"},
                                 {"z", "Love|War", "1", "1"},
                                 {"w", "", "0", ""}};
  for (const auto& row : rows) {
    listed.ids.add(row[0]);
    flags.ids.add(row[0]);
    listed.columns[0].push_back(row[1]);
    flags.columns[0].push_back(row[2]);
    flags.columns[1].push_back(row[3]);
  }
  const ScoreSource one = metadata_model(train(), listed, {.attributes = {"genres"}});
  const ScoreSource other = metadata_model(train(), flags, {.attributes = {"War", "Love"}});
  for (std::uint32_t user = 0; user < train().users.size(); ++user) {
    for (std::uint32_t item = 0; item < train().items.size(); ++item) {
      EXPECT_EQ(score(one, user, item), score(other, user, item)) << user << " " << item;
    }
  }
}

TEST(AttributeModels, AreTrainedBySpecification) {
  const AttributeTable table = users();
  const TrainedModel model =
      train_model(parse_model_spec("segment(gender, age, shrink=5)"), train(), {.users = &table});
  EXPECT_EQ(to_string(model.spec), "segment(gender,age,threshold=3,shrink=5)");
  const auto fault = [&](const char* text, const AttributeTable* known) {
    return testing_support::message_of(
        [&] { train_model(parse_model_spec(text), train(), {.users = known}); });
  };
  EXPECT_EQ(fault("segment(gender)", nullptr),
            "segment: expected a table of attributes of users; got none");
  EXPECT_EQ(fault("metadata", &table),
            "metadata: expected a table of attributes of items; got none");
  EXPECT_EQ(fault("segment", &table),
            "segment: expected attributes of users, as in segment(gender,age); got none");
  EXPECT_NE(fault("segment(height)", &table).find("gender"), std::string::npos);
  EXPECT_EQ(fault("segment(gender,shrink=-1)", &table),
            "segment: expected a number of at least 0 for shrink; got -1");
  EXPECT_EQ(fault("popularity(gender)", &table), "popularity: expected no options; got 'gender'");
  EXPECT_EQ(fault("average_rating(threshold=x)", &table),
            "average_rating: expected a number or none for threshold; got 'x'");
}

}  // namespace
}  // namespace honestrank

// multivae and neumf: what they learn, that threads do not matter, when they stop.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "data/random_interactions.h"
#include "honestrank/base/error.h"
#include "honestrank/data/split.h"
#include "honestrank/data/synthetic.h"
#include "honestrank/metrics/evaluate.h"
#include "honestrank/models/saved_model.h"
#include "honestrank/models/train_model.h"
#include "honestrank/rankings/full_ranks.h"
#include "temporary_directory.h"

namespace honestrank {
namespace {

using testing::HasSubstr;
using testing::ThrowsMessage;

constexpr const char* kSmallVae =
    "multivae(hidden=24,latent=8,epochs=4,batch=100,beta=0.02,learning_rate=0.01)";
constexpr const char* kSmallNeuMf = "neumf(factors=4,epochs=3,batch=300)";

Interactions few() { return testing_support::random_interactions(1, 150, 60, 3000); }

std::vector<double> scores_of(const ScoreSource& source) {
  std::vector<std::uint32_t> users(user_count(source));
  for (std::uint32_t user = 0; user < users.size(); ++user) users[user] = user;
  std::vector<double> scores(users.size() * item_count(source));
  score_users(source, users, scores);
  return scores;
}

TEST(NeuralModels, RefuseOptionsOutOfRange) {
  const auto train = [](const char* spec) {
    return [spec] { train_model(parse_model_spec(spec), few()); };
  };
  EXPECT_THAT(train("multivae(dropout=1)"),
              ThrowsMessage<InputError>(
                  "multivae: expected a number of at least 0 and below 1 for dropout; got 1"));
  EXPECT_THAT(train("multivae(hidden=0)"),
              ThrowsMessage<InputError>(
                  "multivae: expected a whole number from 1 to 8192 for hidden; got 0"));
  EXPECT_THAT(
      train("multivae(beta=inf)"),
      ThrowsMessage<InputError>("multivae: expected a number of at least 0 for beta; got inf"));
  EXPECT_THAT(train("neumf(factors=100000)"),
              ThrowsMessage<InputError>(
                  "neumf: expected a whole number from 1 to 1024 for factors; got 100000"));
  EXPECT_THAT(
      train("neumf(learning_rate=-1)"),
      ThrowsMessage<InputError>("neumf: expected a number above 0 for learning_rate; got -1"));
  EXPECT_THAT([] { train_model({"neumf"}, {}); }, ThrowsMessage<InputError>(HasSubstr("none")));
}

/// Also after the last step, whose loss nobody sees.
TEST(NeuralModels, RefuseToGoOnWithoutNumbers) {
  for (const char* spec : {"multivae(hidden=8,latent=4,learning_rate=1e300,validation=0,epochs=1)",
                           "neumf(factors=2,learning_rate=1e300,validation=0,epochs=1)"}) {
    EXPECT_THAT([&] { train_model(parse_model_spec(spec), few()); },
                ThrowsMessage<InputError>(HasSubstr("lower the learning_rate")));
  }
}

class NeuralModel : public testing::TestWithParam<const char*> {};

TEST_P(NeuralModel, IsTheSameForAnyNumberOfThreads) {
  const ModelSpec spec = parse_model_spec(GetParam());
  const auto one = scores_of(train_model(spec, few(), {.threads = 1}).scores);
  for (const unsigned threads : {2U, 7U}) {
    ASSERT_EQ(scores_of(train_model(spec, few(), {.threads = threads}).scores), one);
  }
}

TEST_P(NeuralModel, DependsOnTheSeed) {
  ModelSpec spec = parse_model_spec(GetParam());
  const auto one = scores_of(train_model(spec, few()).scores);
  spec.options.emplace_back("seed", "7");
  EXPECT_NE(scores_of(train_model(spec, few()).scores), one);
}

TEST_P(NeuralModel, TellsLossAndValidationOfEveryEpoch) {
  std::vector<TrainingStep> steps;
  TrainingOptions options;
  options.progress = [&](const TrainingStep& step) { steps.push_back(step); };
  train_model(parse_model_spec(GetParam()), few(), options);
  ASSERT_GE(steps.size(), 2U);
  EXPECT_LT(steps.back().loss, steps.front().loss);
  for (const TrainingStep& step : steps) {
    EXPECT_GE(step.validation, 0);
    EXPECT_LE(step.validation, 1);
  }
}

TEST_P(NeuralModel, StopsWhenValidationGetsNoBetter) {
  ModelSpec spec = parse_model_spec(GetParam());
  for (auto& [key, value] : spec.options) {
    if (key == "epochs") value = "500";
  }
  spec.options.emplace_back("patience", "2");
  std::vector<double> validations;
  TrainingOptions options;
  options.progress = [&](const TrainingStep& step) { validations.push_back(step.validation); };
  train_model(spec, few(), options);
  ASSERT_GT(validations.size(), 2U);
  ASSERT_LT(validations.size(), 500U);
  const auto best = std::max_element(validations.begin(), validations.end());
  EXPECT_EQ(validations.end() - best, 3);
}

TEST_P(NeuralModel, IsReadBackAsItWasSaved) {
  const testing_support::TemporaryDirectory folder;
  const Interactions train = few();
  SavedModel saved{train_model(parse_model_spec(GetParam()), train), train.users, train.items};
  save_model(folder.path() / "model", saved);
  const SavedModel loaded = load_model(folder.path() / "model");
  EXPECT_EQ(scores_of(loaded.model.scores), scores_of(saved.model.scores));
  EXPECT_EQ(to_string(loaded.model.spec), to_string(saved.model.spec));
}

/// The catalogue has an item that nobody knows: last for everyone, and the model is the same.
TEST_P(NeuralModel, RanksUnknownItemsLast) {
  Interactions train = few();
  const auto before = scores_of(train_model(parse_model_spec(GetParam()), train).scores);
  IdMap more;
  more.add("unknown");
  for (std::size_t item = 0; item < train.items.size(); ++item) more.add(train.items[item]);
  for (std::uint32_t& item : train.item) ++item;
  train.items = std::move(more);
  const auto after = scores_of(train_model(parse_model_spec(GetParam()), train).scores);
  const std::size_t items = train.items.size();
  for (std::size_t user = 0; user < train.users.size(); ++user) {
    const auto own = after.begin() + static_cast<std::ptrdiff_t>(user * items);
    for (const std::uint32_t item : train.item) EXPECT_LT(own[0], own[item]);
    for (std::size_t item = 1; item < items; ++item) {
      ASSERT_EQ(own[static_cast<std::ptrdiff_t>(item)], before[user * (items - 1) + item - 1]);
    }
  }
}

/// A user without a history has no taste: all known items tie, and nobody else's scores change.
TEST_P(NeuralModel, KnowsNothingOfUsersWithoutHistory) {
  Interactions train = few();
  const auto before = scores_of(train_model(parse_model_spec(GetParam()), train).scores);
  train.users.add("stranger");
  const auto after = scores_of(train_model(parse_model_spec(GetParam()), train).scores);
  const std::size_t items = train.items.size();
  ASSERT_EQ(after.size(), before.size() + items);
  EXPECT_TRUE(std::equal(before.begin(), before.end(), after.begin()));
  if (std::string(GetParam()).starts_with("neumf")) {
    const auto own = after.end() - static_cast<std::ptrdiff_t>(items);
    for (const std::uint32_t item : train.item) EXPECT_EQ(own[item], own[train.item[0]]);
  }
}

INSTANTIATE_TEST_SUITE_P(All, NeuralModel, testing::Values(kSmallVae, kSmallNeuMf));

/// On data with a taste to be learnt, both are clearly better than popularity.
TEST(NeuralModels, LearnMoreThanPopularity) {
  SyntheticOptions data;
  data.users = 1500;
  data.items = 400;
  data.interactions = 90000;
  const Split split = leave_last_out(make_synthetic(data));
  const auto ndcg = [&](const char* spec) {
    const TrainedModel model = train_model(parse_model_spec(spec), split.train);
    const UserRanks ranks = full_ranks(model.scores, split.test, split.train);
    return evaluate(ranks, parse_metrics("ndcg@10")).results.front().value;
  };
  const double popularity = ndcg("popularity");
  EXPECT_GT(ndcg("multivae(hidden=64,latent=16,batch=64)"), 1.1 * popularity);
  EXPECT_GT(ndcg("neumf(factors=8,batch=256)"), 1.1 * popularity);
}

}  // namespace
}  // namespace honestrank

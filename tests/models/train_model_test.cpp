#include "honestrank/models/train_model.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/random_interactions.h"
#include "honestrank/base/error.h"

namespace honestrank {
namespace {

Interactions train() { return testing_support::random_interactions(1, 20, 15, 200); }

std::string fault_of(const std::string& spec) {
  try {
    train_model(parse_model_spec(spec), train());
  } catch (const InputError& error) {
    return error.what();
  }
  return "none";
}

TEST(TrainModel, TrainsEveryKnownModelWithItsDefaults) {
  for (const KnownModel& model : known_models()) {
    // Not in every build; tested by neural_models_test.
    if (model.name == "multivae" || model.name == "neumf") continue;
    // They need attributes; tested by attribute_models_test.
    if (model.name == "segment" || model.name == "attributes" || model.name == "metadata") continue;
    const TrainedModel trained = train_model({model.name}, train());
    EXPECT_EQ(user_count(trained.scores), 20U) << model.name;
    EXPECT_EQ(item_count(trained.scores), 15U) << model.name;
    ASSERT_EQ(trained.spec.options.size(), model.options.size()) << model.name;
    for (std::size_t i = 0; i < model.options.size(); ++i) {
      EXPECT_EQ(trained.spec.options[i].first, model.options[i].key);
      EXPECT_EQ(trained.spec.options[i].second, model.options[i].default_value);
      EXPECT_FALSE(model.options[i].meaning.empty());
    }
  }
}

TEST(TrainModel, ReadsOptionsOfEveryKind) {
  const TrainedModel model =
      train_model(parse_model_spec("itemknn(q=1.5,k=3,normalize=false)"), train());
  EXPECT_EQ(to_string(model.spec), "itemknn(q=1.5,k=3,k_prime=0,shrink=0,normalize=false)");
}

TEST(TrainModel, SaysWhichModelsAndOptionsThereAre) {
  EXPECT_EQ(
      fault_of("als"),
      "expected a model of popularity, average_rating, random, segment, attributes, metadata, "
      "itemknn, ials, bpr, ease, multivae, neumf; got 'als'; did you mean ials?");
  EXPECT_THAT(fault_of("esae"), testing::EndsWith("got 'esae'; did you mean ease?"));
  EXPECT_THAT(fault_of("deep"), testing::EndsWith("got 'deep'"));
  EXPECT_EQ(fault_of("ease(1)"), "ease: expected options of l2; got '1'");
  EXPECT_EQ(fault_of("ease(lambda=3)"), "ease: expected options of l2; got 'lambda'");
  EXPECT_EQ(fault_of("popularity(k=3)"), "popularity: expected no options; got 'k'");
  EXPECT_EQ(fault_of("ease(l2=much)"), "ease: expected a number for l2; got 'much'");
  EXPECT_EQ(fault_of("ials(factors=-1)"),
            "ials: expected a whole number below 2^32 for factors; got '-1'");
  EXPECT_EQ(fault_of("itemknn(normalize=2)"),
            "itemknn: expected true or false for normalize; got '2'");
}

}  // namespace
}  // namespace honestrank

// In a build without libtorch, neural models are known and say what they need.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/random_interactions.h"
#include "honestrank/base/error.h"
#include "honestrank/models/train_model.h"

namespace honestrank {
namespace {

TEST(WithoutNeuralModels, TrainingSaysWhatIsMissing) {
  const Interactions train = testing_support::random_interactions(1, 20, 15, 200);
  for (const char* model : {"multivae", "neumf"}) {
    EXPECT_THAT([&] { train_model({model}, train); },
                testing::ThrowsMessage<BackendUnavailable>(testing::HasSubstr("libtorch-dev")));
  }
}

}  // namespace
}  // namespace honestrank

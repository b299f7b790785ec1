// Epochs until validation gets no better, and what is kept of them.

#include "training_loop.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <torch/utils.h>

#include <limits>
#include <vector>

#include "honestrank/base/error.h"

namespace honestrank::neural {
namespace {

/// One user who has seen nothing of three items and has item 0 held out.
Validation one_user() {
  Validation validation;
  validation.users = {0};
  validation.seen.begin.push_back(0);
  validation.held_out.item = {0};
  validation.held_out.begin.push_back(1);
  return validation;
}

/// A "network" of one number, the epoch; the held-out item is first after the epochs in `good`.
double kept_epoch(const Validation& validation, const std::vector<std::uint32_t>& good,
                  std::uint32_t epochs, std::uint32_t patience, std::vector<TrainingStep>& steps) {
  torch::Tensor weight = torch::zeros({1});
  TrainingOptions training;
  training.progress = [&](const TrainingStep& step) { steps.push_back(step); };
  std::uint32_t now = 0;
  TrainingLoop{"toy", epochs, patience, validation, training}.run(
      {weight},
      [&](std::uint32_t epoch) {
        now = epoch + 1;
        weight.fill_(static_cast<float>(now));
        return 1.0 / now;
      },
      [&]() -> ScoreSource {
        const bool first = std::find(good.begin(), good.end(), now) != good.end();
        return ScoreMatrix{make_matrix(1, 3, {first ? 3.0F : 0.0F, 1, 2})};
      });
  return weight.item<double>();
}

TEST(TrainingLoop, KeepsTheBestEpoch) {
  std::vector<TrainingStep> steps;
  EXPECT_EQ(kept_epoch(one_user(), {3, 4}, 100, 4, steps), 3);
  ASSERT_EQ(steps.size(), 7U);  // the third is the best, four more are waited for
  EXPECT_EQ(steps[2].validation, 1);
  EXPECT_EQ(steps[1].validation, 0.5);
  EXPECT_EQ(steps[1].done, 2U);
  EXPECT_EQ(steps[1].total, 100U);
  EXPECT_EQ(steps[1].loss, 0.5);
}

TEST(TrainingLoop, RunsAllEpochsWithoutValidation) {
  std::vector<TrainingStep> steps;
  EXPECT_EQ(kept_epoch({}, {}, 9, 2, steps), 9);
  EXPECT_EQ(steps.size(), 9U);
  EXPECT_TRUE(std::isnan(steps[0].validation));
}

TEST(TrainingLoop, RefusesWhatIsNoNumber) {
  torch::Tensor weight = torch::zeros({1});
  const Validation nobody;
  const TrainingOptions training;
  const TrainingLoop loop{"toy", 3, 1, nobody, training};
  const auto message =
      testing::ThrowsMessage<InputError>(testing::HasSubstr("lower the learning_rate"));
  EXPECT_THAT([&] { loop.run({weight}, [](std::uint32_t) { return std::nan(""); }, {}); }, message);
  const auto spoil = [&](std::uint32_t) {
    weight.fill_(std::numeric_limits<float>::infinity());
    return 1.0;
  };
  EXPECT_THAT([&] { loop.run({weight}, spoil, {}); }, message);
}

}  // namespace
}  // namespace honestrank::neural

#include "honestrank/comparison/scoring_cost.h"

#include <gtest/gtest.h>

#include <cmath>

#include "honestrank/base/error.h"

namespace honestrank {
namespace {

// How large they are depends on the machine: only that something was measured can be tested.
TEST(MeasureScoringCost, IsMoreThanNothing) {
  const ScoringCost cost = measure_scoring_cost(300, 8, 2);
  EXPECT_GT(cost.sampled, 0);
  EXPECT_GT(cost.exact, 0);
  EXPECT_TRUE(std::isfinite(cost.sampled) && std::isfinite(cost.exact));
}

TEST(MeasureScoringCost, SaysWhatItNeeds) {
  EXPECT_THROW(measure_scoring_cost(1, 8), InputError);
  EXPECT_THROW(measure_scoring_cost(300, 0), InputError);
}

}  // namespace
}  // namespace honestrank
